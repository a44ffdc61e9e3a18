"""The lines of a learner's file, as the place of an exception counts them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.domain.submission import SourceKind, Submission
from grader.source.notebook import code_sources
from grader.source.text import SourceRefused, check_size, decode_notebook, decode_python

Lines = Mapping[int | None, Sequence[str]]
"""The lines of each code cell by its number (from 1), those of a `.py` file under None."""


def lines_of(submission: Submission) -> Lines:
    """The learner's lines; none for a source that is refused."""
    name = submission.name
    try:
        check_size(submission.kind, submission.source, name)
        if submission.kind is SourceKind.NOTEBOOK:
            cells = code_sources(decode_notebook(submission.source, name), name)
            return {number: cell.split("\n") for number, cell in enumerate(cells, start=1)}
        return {None: decode_python(submission.source, name).split("\n")}
    except SourceRefused:
        return {}

"""The lines of a learner's file, as the place of an exception counts them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.domain.site import CODE_LIMIT
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


def sole_line(
    lines: Lines, pattern: str, *, first: bool = False, unless_before: str = ""
) -> tuple[int, int | None, str] | None:
    """The one line that a pattern fits, comments aside, as line, cell and code; None where several do or none.

    `first` takes the first of several; none at all if a line before it fits `unless_before`.
    """
    found: list[tuple[int, int | None, str]] = []
    before = False
    for cell, rows in lines.items():
        for number, row in enumerate(rows, start=1):
            code = row.partition("#")[0]
            if re.search(pattern, code) and not before:
                found.append((number, cell, " ".join(code.split())[:CODE_LIMIT]))
            before = before or bool(unless_before and re.search(unless_before, code))
    return found[0] if len(found) == 1 or (first and found) else None


def holds(lines: Lines, name: str) -> bool:
    """Whether a name stands in the learner's file."""
    pattern = re.compile(rf"\b{re.escape(name)}\b")
    return any(pattern.search(row) for rows in lines.values() for row in rows)

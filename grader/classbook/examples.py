"""Lines of a submission as an example of a belief."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Callable
from dataclasses import dataclass

from grader.domain.record import StoredSource
from grader.domain.submission import SourceKind
from grader.reports.class_report import CodeLine, Example
from grader.source.notebook import code_sources
from grader.source.text import SourceRefused

_AROUND = 4
_MOST_LINES = 12


@dataclass(frozen=True)
class ExamplePlace:
    """Where an example may be taken from: a submission that shows a belief, and the line that is known."""

    learner: str
    exercise: int
    digest: str
    line: int | None
    formula: str | None


def example_of(
    place: ExamplePlace, read: Callable[[str], StoredSource | None], shown_as: str, *, nameless: bool
) -> Example | None:
    """The lines around the place, or the first lines of code; None where the source cannot be shown.

    `nameless` leaves comments and texts out, where people write their names.
    """
    stored = read(place.digest)
    text = source_text(stored) if stored is not None else None
    if stored is None or text is None:
        return None
    lines = (_without_words(text) if nameless else text).splitlines()
    # a notebook's line counts within its cell, so it cannot be found again here
    line = place.line if stored.kind is SourceKind.PYTHON and (place.line or 0) <= len(lines) else None
    if line is not None:
        chosen = range(max(0, line - 1 - _AROUND), min(len(lines), line + _AROUND))
    else:
        code = [n for n, row in enumerate(lines) if row.startswith(("def ", "class "))]
        first = code[0] if code else 0
        chosen = range(first, min(len(lines), first + _MOST_LINES))
    shown = tuple(CodeLine(n + 1, lines[n][:200], n + 1 == line) for n in chosen)
    return Example(place.exercise, shown_as, shown, place.formula) if shown else None


def _without_words(text: str) -> str:
    """The code with comments gone and texts emptied, line for line; nothing where it cannot be split so."""
    rows = [list(row) for row in text.splitlines()]
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                (top, left), (bottom, right) = token.start, token.end
                for n in range(top - 1, bottom):
                    until = right if n == bottom - 1 else len(rows[n])
                    start = left if n == top - 1 else 0
                    rows[n][start:until] = " " * (until - start)
    except (tokenize.TokenError, SyntaxError, IndexError):
        return ""
    return "\n".join("".join(row).rstrip() for row in rows)


def source_text(stored: StoredSource) -> str | None:
    """The Python of a source, a notebook's code cells one after the other; None for what is neither."""
    text = stored.source.decode("utf-8-sig", "replace")
    if stored.kind is not SourceKind.NOTEBOOK:
        return text
    try:
        return "\n\n".join(code_sources(text, "notebook"))
    except SourceRefused:
        return None

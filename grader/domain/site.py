"""Where in a learner's line an exception came from, what met there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

CODE_LIMIT = 120
"""The longest piece of code that is repeated to the learner."""


@dataclass(frozen=True)
class Site:
    """The piece of code that raised: from `column` of the exception's line to `end_column` of `end_line`.

    Columns count UTF-8 bytes from 0, as Python's own. `met` are the operands by their code and what they were
    ("mean", "tensor [2, 5] float32"). `near` is a name that exists where one was asked for that does not. All of it
    is the submission's own claim.
    """

    end_line: int
    column: int
    end_column: int
    met: tuple[tuple[str, str], ...] = ()
    near: str = ""


def piece(lines: Sequence[str], line: int, site: Site) -> str:
    """The code at `site` of these lines, of which `line` (from 1) is the first, on one line; "" where there is none."""
    if not 0 < line <= site.end_line <= len(lines):
        return ""
    rows = [row.encode() for row in lines[line - 1 : site.end_line]]
    rows[-1] = rows[-1][: site.end_column]
    rows[0] = rows[0][site.column :]
    return flat(b"\n".join(rows).decode(errors="replace"))


def flat(code: str) -> str:
    """The code with every stretch of blanks and line ends as one blank."""
    return " ".join(code.split())


def is_well_formed(site: Site) -> bool:
    """Whether the fields are of the types that they say: a site comes from the submission's own process."""
    numbers = (site.end_line, site.column, site.end_column)
    pairs = isinstance(site.met, tuple) and all(
        isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(text, str) for text in pair)
        for pair in site.met
    )
    return pairs and isinstance(site.near, str) and all(type(n) is int and 0 <= n < 10**7 for n in numbers)

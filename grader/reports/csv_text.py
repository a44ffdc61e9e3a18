"""CSV that a spreadsheet reads as data: quoted by RFC 4180, no cell that it would take for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from grader.reports.plain_values import shown

BOM = "\ufeff"
_FORMULA_STARTS = frozenset("=+-@\t\r\n＝＋－＠")

Cell = str | float | None


def guarded(text: str) -> str:
    """The text with `'` before it where a spreadsheet would compute it."""
    return "'" + text if text[:1] in _FORMULA_STARTS else text


def csv_text(rows: Iterable[Sequence[Cell]], delimiter: str = ",", bom: str = BOM) -> str:
    """Write rows with CRLF line ends; texts are guarded and lose what nobody sees, numbers and None (an empty cell) stay."""
    written = io.StringIO()
    written.write(bom)
    writer = csv.writer(written, delimiter=delimiter)
    writer.writerows(
        [guarded(shown(cell)) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return written.getvalue()


def number(value: float | None) -> float | int | None:
    """A score for a file: at most four decimals, a whole number without a point."""
    if value is None:
        return None
    rounded = round(value, 4) + 0.0  # minus zero is zero
    return int(rounded) if rounded == int(rounded) else rounded

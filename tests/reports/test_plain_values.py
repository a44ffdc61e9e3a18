"""Small pieces of wording: what nobody sees is in no report, and a number is written once."""

from __future__ import annotations

import csv
import io

import pytest

from grader.cli.screen import Screen
from grader.reports.csv_text import csv_text, number
from grader.reports.lines import Line
from grader.reports.markdown import escaped
from grader.reports.plain_values import points, shown

HOSTILE = [
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "a\x08\x08b", "\u202egnp.exe", "\x9b2J", "a\x00b", "\r\x1b[2K", "\u2066x\u2069",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_a_terminal_obeys_is_shown(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Escapes and marks of direction leave CSV, Markdown and the terminal; the letters stay."""
    Screen(80, colour=False).print([Line(f"Name: {text}")])
    (cell,) = next(csv.reader(io.StringIO(csv_text([[text]], bom=""), newline="")))
    for written in (capsys.readouterr().out.strip(), cell, escaped(text), shown(text)):
        assert written.isprintable()


@pytest.mark.parametrize("text", ["王小明", "Zoë O'Brien-Åström", "عمر الفاروق", "a\nb", "a\tb", "👩‍🎓"])
def test_what_can_be_read_stays(text: str) -> None:
    """Scripts of all kinds, line feeds and joined pictures are no controls."""
    assert shown(text) == text


@pytest.mark.parametrize(
    ("value", "written"),
    [(-0.0, "0"), (-0.001, "0"), (0.0, "0"), (7.5, "7.5"), (10.0, "10"), (-1.25, "-1.25"), (1 / 3, "0.33")],
)
def test_scores_have_no_minus_zero(value: float, written: str) -> None:
    """A deduction of nothing is 0."""
    assert points(value) == written


@pytest.mark.parametrize("value", [-0.0, -0.00001])
def test_cells_have_no_minus_zero(value: float) -> None:
    """Nor has a cell of a file."""
    assert str(number(value)) == "0"

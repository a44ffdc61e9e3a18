"""What a learner's terminal shows is what the goldens keep; `python -m tests.cli.transcripts` renews them."""

from __future__ import annotations

import re

import pytest

from grader.cli.screen import cells, wrap
from grader.domain.verdict import Confinement
from grader.sandbox.host import describe
from tests.cli.transcripts import COLUMNS, GOLDENS, combinations, golden, play
from tests.conftest import require

SAMPLE = {
    ("first-steps", 60, "zh", "plain"),
    ("grading", 80, "en", "colour"),
    ("watching", 60, "en", "plain"),
}
MARK = re.compile(r"\[(?:/|(?:green|red|bold|\+)+)\]")
AT_NO_START = "，。；：！？、）》」』”’"


@pytest.mark.parametrize(
    "combination",
    [
        pytest.param(c, marks=() if c in SAMPLE else pytest.mark.slow, id="-".join(map(str, c)))
        for c in combinations()
    ],
)
def test_a_terminal_shows_what_its_golden_keeps(combination: tuple[str, int, str, str]) -> None:
    """Commands in a real pseudo-terminal of that width, language and colour leave the screen of the golden."""
    level = describe().level
    require("confinement", level is Confinement.FULL, "a screen tells it where there is none")
    assert play(*combination) == golden(*combination).read_text(encoding="utf-8")


def test_goldens_are_those_of_the_scenes() -> None:
    """There is a golden for every scene, width, language and use of colour, and no other file."""
    assert {path.name for path in GOLDENS.iterdir()} == {golden(*c).name for c in combinations()}


@pytest.mark.parametrize("columns", COLUMNS)
def test_rows_fit_and_begin_well(columns: int) -> None:
    """No row of a golden is wider than its terminal, begins with closing punctuation, or ends with a blank."""
    for path in GOLDENS.glob(f"*.{columns}.*"):
        for row in MARK.sub("", path.read_text(encoding="utf-8")).splitlines():
            if not row.startswith("$ "):
                assert cells(row) <= columns, (path.name, row)
                assert not row.lstrip().startswith(tuple(AT_NO_START)), (path.name, row)
                assert row == row.rstrip(), (path.name, row)


def test_colour_is_the_only_difference() -> None:
    """A coloured screen without its colours is the plain one, so that nothing is said by colour alone."""
    for path in GOLDENS.glob("*.colour.txt"):
        if not path.name.startswith("watching"):  # a coloured watch clears the screen for each verdict
            plain = path.with_name(path.name.replace(".colour.", ".plain.")).read_text(encoding="utf-8")
            assert MARK.sub("", path.read_text(encoding="utf-8")) == plain, path.name


@pytest.mark.parametrize("width", range(8, 40))
def test_wrapping_keeps_every_character(width: int) -> None:
    """Wrapped rows hold the text's characters in order, fit the width, and keep punctuation with its word."""
    text = "当 B = H 时（两者相等），这个错误看不出来；a short tail, with commas. “引文”之后还有字。"
    rows = wrap(text, width)
    assert "".join("".join(rows).split()) == "".join(text.split())
    assert all(cells(row) <= width for row in rows)
    assert not any(row.startswith(tuple(AT_NO_START)) for row in rows)
    assert not any(row.endswith(("（", "“")) for row in rows)


def test_a_long_list_of_commands_breaks_between_them() -> None:
    """A row that lists commands is broken at the dots, never inside one; later rows hang."""
    rows = wrap("Next: grade hint 3   ·   grade quiz --misconception ffn-no-activation", 50, 44)
    assert rows == ["Next: grade hint 3   ·", "grade quiz --misconception ffn-no-activation"]

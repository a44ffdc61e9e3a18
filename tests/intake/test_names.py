"""Names made fit to be shown and to be file names."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.intake.names import clean_name, distinct_names


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Anna Berg", "Anna Berg"),
        ("王小明", "王小明"),
        ("../../etc", "_.._etc"),
        ("a/b\\c:d", "a_b_c_d"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("console", "console"),
        ("\u202egnp.exe", "gnp.exe"),
        ("\x1b[31mred", "[31mred"),
        ("a\n\tb", "a b"),
        ("...", "unnamed"),
        ("", "unnamed"),
        ("e\u0301", "é"),
        ("x" * 300, "x" * 80),
    ],
)
def test_cleaning(name: str, cleaned: str) -> None:
    """Separators, control and direction marks, reserved names and lengths are mended; other names stay."""
    assert clean_name(name) == cleaned


@given(st.lists(st.text(max_size=8), max_size=8))
def test_distinct_names_stay_distinct(names: list[str]) -> None:
    """Different names have different cleaned forms, letter case aside, whatever they are."""
    mapped = distinct_names(names)
    assert set(mapped) == set(names)
    assert len({form.casefold() for form in mapped.values()}) == len(set(names))


@given(st.text(max_size=200))
@example("0\r\x1b\r0")
@example("e\u200d\u0301")
@example(f"con.{'a' * 90}")
def test_cleaned_name_is_one_safe_component(name: str) -> None:
    """A cleaned name is one path component that leads nowhere else; cleaning it again changes nothing."""
    cleaned = clean_name(name)
    assert cleaned
    assert "/" not in cleaned
    assert "\\" not in cleaned
    assert cleaned not in (".", "..")
    assert cleaned.isprintable()
    assert clean_name(cleaned) == cleaned

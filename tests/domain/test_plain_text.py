"""A text that is cleaned can be printed anywhere, and one that is clean stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.domain.plain_text import TEXT_LIMIT, cleaned, is_clean


@given(st.text(max_size=60))
def test_what_is_cleaned_is_clean(text: str) -> None:
    """Whatever the text was: it can be encoded, and cleaning it again changes nothing."""
    once = cleaned(text)
    once.encode()
    assert is_clean(once)
    assert cleaned(once) == once


@pytest.mark.parametrize("text", ["", "plain", "tab\tand\nline", "你好，张量", "ﬁ ½ é", "x" * TEXT_LIMIT])
def test_an_ordinary_text_stays(text: str) -> None:
    """Letters of any writing, tabs and line feeds are left alone."""
    assert cleaned(text) == text
    assert is_clean(text)


@pytest.mark.parametrize(
    "text", ["\x1b[31m", "\x00", "\ud800", "\u202e", "\x9b", "\r", "x" * (TEXT_LIMIT + 1)]
)
def test_what_acts_or_is_too_long_is_not_clean(text: str) -> None:
    """Escapes, NUL, surrogates, turned writing, and texts beyond the limit."""
    assert not is_clean(text)

"""Texts that may cross the pipe: bounded, without characters that act on a terminal or cannot be written."""

from __future__ import annotations

import re

TEXT_LIMIT = 2000

_ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but tab and line feed, marks that turn the direction of writing, and lone surrogates."""


def cleaned(text: str) -> str:
    """The text with every acting character spelled out ("\\x1b"), so that it can be printed anywhere."""
    if text.isprintable():
        return text
    return _ACTING.sub(lambda found: found.group().encode("unicode_escape").decode(), text)


def is_clean(text: str) -> bool:
    """Whether nothing would have to be spelled out, and the text is no longer than the limit."""
    return len(text) <= TEXT_LIMIT and (text.isprintable() or _ACTING.search(text) is None)

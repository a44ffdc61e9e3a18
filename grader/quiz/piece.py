"""A thing to be ordered or matched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grader.domain.text import Text


@dataclass(frozen=True)
class Piece:
    """Its key, by which answers name it, and its words."""

    key: str
    text: Text


def texts_of(pieces: Iterable[Piece]) -> dict[str, Text]:
    """Return the words by key."""
    return {piece.key: piece.text for piece in pieces}


def joined(texts: Iterable[Text], en: str = "; ", zh: str = "；") -> Text:
    """Return several texts as one, split by `en` and `zh`."""
    several = tuple(texts)
    return Text(en=en.join(text.en for text in several), zh=zh.join(text.zh for text in several))

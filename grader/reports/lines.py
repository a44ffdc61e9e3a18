"""One line for a reader: its text, how it is meant, how far it is indented."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Tone(StrEnum):
    """How a line is meant; a screen may colour it, the words say it too."""

    TITLE = "title"
    GOOD = "good"
    BAD = "bad"
    PLAIN = "plain"
    QUIET = "quiet"


@dataclass(frozen=True)
class Line:
    """One paragraph, with its indent in cells; rows after the first stand `hang` cells further right."""

    text: str
    tone: Tone = Tone.PLAIN
    indent: int = 0
    hang: int = 0

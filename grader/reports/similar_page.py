"""Similar submissions side by side, as a hint for a talk: similar code is no verdict on anybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.domain.text import Language, Text
from grader.reports.page import render_page

HINT = Text(
    "Similar code is a hint for a talk, not a verdict: the exercises are short, the formulas are given, and people "
    "learn together. What the stub holds, and what much of the class writes, is left out of the count.",
    "代码相似只是谈一谈的线索，不是定论：练习很短，公式是给定的，同学之间也会一起学习。题目自带的代码和班上很多人都写的代码不计入相似度。",
)


@dataclass(frozen=True)
class Source:
    """One person's source as rows of (text, in common) pieces."""

    learner: str
    share: float
    rows: tuple[tuple[tuple[str, bool], ...], ...]


@dataclass(frozen=True)
class SimilarPair:
    """Two sources of one exercise; a share says how much of a source the other one holds too, 0 to 1."""

    exercise: int
    title: Text
    left: Source
    right: Source

    @property
    def share(self) -> float:
        """The larger of the two shares."""
        return max(self.left.share, self.right.share)


@dataclass(frozen=True)
class SameSource:
    """People who handed in the very same file."""

    exercise: int
    title: Text
    learners: tuple[str, ...]


@dataclass(frozen=True)
class Similarities:
    """What was found in a run, the most similar first."""

    run_id: str
    threshold: float
    pairs: tuple[SimilarPair, ...]
    same: tuple[SameSource, ...]
    compared: int


def similar_page(found: Similarities, language: Language) -> str:
    """The page as HTML, each pair with both sources side by side."""
    return render_page("similar.html.j2", language, {"found": found, "hint": HINT})


def rows_of(text: str, spans: Sequence[tuple[int, int]]) -> tuple[tuple[tuple[str, bool], ...], ...]:
    """Split a text into lines of (piece, in common) at the borders of `spans` (begin and end in characters)."""
    common = bytearray(len(text))
    for begin, end in spans:
        common[max(0, begin) : max(0, end)] = b"\1" * (min(end, len(text)) - max(0, begin))
    rows: list[tuple[tuple[str, bool], ...]] = []
    place = 0
    for line in text.splitlines(keepends=True):
        pieces: list[tuple[str, bool]] = []
        shown = line.rstrip("\r\n")
        start = 0
        for at in range(1, len(shown) + 1):
            if at == len(shown) or common[place + at] != common[place + start]:
                pieces.append((shown[start:at], bool(common[place + start])))
                start = at
        rows.append(tuple(pieces))
        place += len(line)
    return tuple(rows)

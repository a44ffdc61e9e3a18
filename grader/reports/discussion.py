"""The discussion of an accepted exercise: why it works, what mistakes would have given, where sources differ."""

from __future__ import annotations

from collections.abc import Iterator

from grader.domain.exercise import Exercise
from grader.domain.text import Language
from grader.reports.lines import Line, Tone

BULLET = "- "


def discussion_lines(exercise: Exercise, language: Language) -> Iterator[Line]:
    """The exercise's discussion as paragraphs and hanging bullets;
    nothing if it has none. Only for whom it was accepted.
    """
    if exercise.discussion is None:
        return
    zh = language is Language.ZH
    yield Line("")
    yield Line("讨论" if zh else "Discussion", Tone.TITLE)
    for row in exercise.discussion.get(language).split("\n"):
        yield Line(row, hang=len(BULLET) if row.startswith(BULLET) else 0)

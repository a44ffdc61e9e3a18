"""The computation as a small picture: its stages from top to bottom, the first wrong one marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from xml.sax.saxutils import escape

from markupsafe import Markup

from grader.domain.exercise import Exercise
from grader.domain.result import WrongStage
from grader.domain.text import Language

_WIDE, _TALL, _ARROW, _SIDE = 400, 30, 16, 34


class StageState(StrEnum):
    """What is known of a stage."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"


_SIGNS = {StageState.RIGHT: "✓", StageState.WRONG: "✗", StageState.UNKNOWN: "·"}


@dataclass(frozen=True)
class StageBox:
    """One stage in words."""

    title: str
    state: StageState


def stage_boxes(exercise: Exercise, wrong: WrongStage | None, language: Language) -> tuple[StageBox, ...]:
    """The exercise's stages with what is known of each; none where the first wrong one is not known."""
    names = [stage.name for stage in exercise.stages]
    if wrong is None or wrong.stage not in names:
        return ()
    place = names.index(wrong.stage)
    right_until = names.index(wrong.after) if wrong.after in names else -1

    def state(number: int) -> StageState:
        if number == place:
            return StageState.WRONG
        return StageState.RIGHT if number <= min(right_until, place) else StageState.UNKNOWN

    return tuple(
        StageBox(stage.title.get(language), state(number)) for number, stage in enumerate(exercise.stages)
    )


def stage_picture(name: str, title: str, boxes: Sequence[StageBox], says: str) -> Markup:
    """Draw the boxes; `says` is the picture in a sentence, `name` makes its ids unique in the page."""
    height = len(boxes) * (_TALL + _ARROW) - _ARROW + 2
    parts: list[str] = []
    for number, box in enumerate(boxes):
        top = 1 + number * (_TALL + _ARROW)
        middle = top + _TALL * 0.66
        if number:
            parts.append(f'<path class="arrow" d="M{_SIDE} {top - _ARROW + 1}v{_ARROW - 6}m-4 -4l4 5l4 -5"/>')
        shape = f'x="1" y="{top}" width="{_WIDE - 2}" height="{_TALL}" rx="6"'
        parts += (
            f'<g class="stage {box.state}"><rect {shape}/>',
            f'<text x="14" y="{middle:.1f}" class="sign">{_SIGNS[box.state]}</text>',
            f'<text x="{_SIDE}" y="{middle:.1f}">{escape(_fitting(box.title))}</text></g>',
        )
    return Markup(
        f'<svg class="stages" viewBox="0 0 {_WIDE} {height}" role="img" aria-labelledby="{name}-t {name}-d">'
        f'<title id="{name}-t">{escape(title)}</title><desc id="{name}-d">{escape(says)}</desc>'
        + "".join(parts)
        + "</svg>"
    )


def _fitting(title: str) -> str:
    """As much of a title as fits into a box: some 46 narrow characters."""
    room = 46
    for place, char in enumerate(title):
        room -= 1 if ord(char) < 0x2E80 else 2
        if room < 0:
            return title[: max(1, place - 1)] + "…"
    return title

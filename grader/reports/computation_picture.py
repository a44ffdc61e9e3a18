"""The computation as a small picture: its steps from top to bottom, those that deviate marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from markupsafe import Markup

from grader.domain.computation import Computation, Standing

_WIDE, _TALL, _ARROW, _SIDE = 400, 30, 16, 34
_ROOM = 46
"""As many narrow characters as fit into a box."""
_SIGNS = {Standing.RIGHT: "✓", Standing.DEVIATES: "✗", Standing.NOT_RECOGNISED: "?"}
_CLASSES = {Standing.RIGHT: "right", Standing.DEVIATES: "wrong", Standing.NOT_RECOGNISED: "unknown"}


@dataclass(frozen=True)
class StepBox:
    """One step as it is drawn: its formula and how it stands to what is asked."""

    formula: str
    standing: Standing


def step_boxes(computation: Computation | None) -> tuple[StepBox, ...]:
    """The steps to be drawn; none where all are right or nothing was read."""
    steps = computation.steps if computation is not None else ()
    if all(step.standing is Standing.RIGHT for step in steps):
        return ()
    return tuple(StepBox(f"{step.name} = {step.formula or '?'}", step.standing) for step in steps)


def computation_picture(name: str, title: str, boxes: Sequence[StepBox]) -> Markup:
    """Draw the boxes; `name` makes the ids of the picture unique in its page. The formulas are its description."""
    height = len(boxes) * (_TALL + _ARROW) - _ARROW + 2
    parts: list[str] = []
    for number, box in enumerate(boxes):
        top = 1 + number * (_TALL + _ARROW)
        middle = top + _TALL * 0.66
        if number:
            parts.append(f'<path class="arrow" d="M{_SIDE} {top - _ARROW + 1}v{_ARROW - 6}m-4 -4l4 5l4 -5"/>')
        shape = f'x="1" y="{top}" width="{_WIDE - 2}" height="{_TALL}" rx="6"'
        parts += (
            f'<g class="step {_CLASSES[box.standing]}"><rect {shape}/>',
            f'<text x="14" y="{middle:.1f}" class="sign">{_SIGNS[box.standing]}</text>',
            f'<text x="{_SIDE}" y="{middle:.1f}">{escape(_fitting(box.formula))}</text></g>',
        )
    says = "; ".join(f"{_SIGNS[box.standing]} {box.formula}" for box in boxes)
    return Markup(
        f'<svg class="computation" viewBox="0 0 {_WIDE} {height}" role="img" aria-labelledby="{name}-t {name}-d">'
        f'<title id="{name}-t">{escape(title)}</title><desc id="{name}-d">{escape(says)}</desc>'
        + "".join(parts)
        + "</svg>"
    )


def _fitting(formula: str) -> str:
    return formula if len(formula) <= _ROOM else formula[: _ROOM - 1] + "…"

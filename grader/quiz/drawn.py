"""What a seed decides of a question: the values of its parameters, the order of what it lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from grader.domain.text import Text
from grader.quiz.value import evaluate

_FIELD = re.compile(r"\{([^{}\s]+)\}")
_NAME = re.compile(r"[A-Za-z_]\w*")


def names_in(text: str) -> set[str]:
    """The names that stand in braces, alone ("{a}") or in an expression ("{a+2*d}")."""
    return {name for inside in _FIELD.findall(text) for name in _NAME.findall(inside)}


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """`params` are the drawn values.

    `order` holds the keys of what is shown in a list (options, pieces to order, or the right-hand pieces to
    match), in the order shown.
    """

    seed: int
    params: Mapping[str, float]
    order: tuple[str, ...]

    def fill(self, text: Text) -> Text:
        """Return `text` with `{name}` and `{name+2*other}` replaced by their values; other braces stay."""
        return Text(en=self._fill(text.en), zh=self._fill(text.zh))

    def _fill(self, text: str) -> str:
        def value(match: re.Match[str]) -> str:
            inside = match.group(1)
            if inside in self.params:
                return format_number(self.params[inside])
            names = _NAME.findall(inside)
            known = names and all(name in self.params for name in names)
            return format_number(evaluate(inside, self.params)) if known else match.group(0)

        return _FIELD.sub(value, text)


def format_number(value: float) -> str:
    """Return 5 for 5.0, 0.25 for 0.25, six significant digits for what is not short."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.6g}"

"""What a seed decides of a question: the values of its parameters, the order of what it lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from grader.domain.text import Text

_FIELD = re.compile(r"\{(\w+)\}")


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
        """Return `text` with `{name}` replaced by the parameter's value; other braces stay."""
        return Text(en=self._fill(text.en), zh=self._fill(text.zh))

    def _fill(self, text: str) -> str:
        def value(match: re.Match[str]) -> str:
            name = match.group(1)
            return format_number(self.params[name]) if name in self.params else match.group(0)

        return _FIELD.sub(value, text)


def format_number(value: float) -> str:
    """Return 5 for 5.0, 0.25 for 0.25, six significant digits for what is not short."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.6g}"

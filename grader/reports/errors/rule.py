"""One kind of error: how it is recognised, what to say of it in both languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.domain.text import Text

N = r"(-?\d{1,5})"
SHAPE = r"(\[[\d, ]{0,80}\])"
DTYPE = r"(?:c10::)?(BFloat16|Half|Float|Double|Long|Int|Short|Char|Byte|Bool|float|double|bool|long int|long|int)"
"""What may be taken over from a message: numbers, shapes and torch's dtypes, which cannot carry a hidden case out."""


@dataclass(frozen=True)
class Rule:
    """A pattern over an exception's message and, where given, one over the piece of code that raised it. Both are
    compiled when an error is there to be explained.

    In `text`, `{0}`, `{1}` ... are the message's groups, `{code0}` ... the code's, `{near}` the name that was probably
    meant. A rule with `{near}` applies only where there is one.
    """

    name: str
    message: str
    text: Text
    code: str | None = None

    def explain(self, message: str, code: str = "", near: str = "") -> Text | None:
        """The explanation of an error with this message, raised by this code; None where the rule does not fit."""
        found = re.search(self.message, message)
        there = re.search(self.code, code) if self.code is not None else None
        if (
            found is None
            or (self.code is not None and there is None)
            or ("{near}" in self.text.en and not near)
        ):
            return None
        groups = [group for group in found.groups() if group is not None]
        named = {f"code{i}": group for i, group in enumerate(there.groups())} if there is not None else {}
        named["near"] = near
        return Text(self.text.en.format(*groups, **named), self.text.zh.format(*groups, **named))


def rule(name: str, message: str, en: str, zh: str, *, code: str | None = None) -> Rule:
    """A rule of these patterns and sentences."""
    return Rule(name, message, Text(en, zh), code)

"""Why the key is right, with the numbers that were drawn: the author's words speak of letters."""

from __future__ import annotations

from grader.domain.text import Text
from grader.quiz.drawn import format_number
from grader.quiz.instance import Instance

HERE = Text(en=" Here {numbers}.", zh="本题中 {numbers}。")
WORKED = Text(en=" Here {numbers}: {expression} = {key}.", zh="本题中 {numbers}：{expression} = {key}。")


def explanation(instance: Instance) -> Text:
    """Return the explanation with the drawn numbers, and with the computation of a computed key.

    For example "Here D = 8, F = 32: 2*D*F + F + D = 552."
    """
    said = instance.fill(instance.question.explanation)
    if not instance.params:
        return said
    numbers = ", ".join(f"{name} = {format_number(value)}" for name, value in instance.params.items())
    expression, key = instance.question.computed, instance.key
    here = HERE.format(numbers=numbers)
    if expression not in ("", key, *instance.params):
        here = WORKED.format(numbers=numbers, expression=expression.replace("**", "^"), key=key)
    return Text(en=said.en + here.en, zh=said.zh + here.zh)

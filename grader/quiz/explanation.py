"""Why the key is right, with the numbers that were drawn: the author's words speak of letters."""

from __future__ import annotations

from grader.domain.question import NumericQuestion, PredictKind, PredictQuestion, ShapeQuestion
from grader.domain.text import Text
from grader.quiz.instance import Instance, format_number
from grader.quiz.rightanswer import key_of

HERE = Text(en=" Here {numbers}.", zh="本题中 {numbers}。")
WORKED = Text(en=" Here {numbers}: {expression} = {key}.", zh="本题中 {numbers}：{expression} = {key}。")


def explanation(instance: Instance) -> Text:
    """Return the explanation, drawn numbers filled in; where numbers were drawn, what each letter stands for
    and, for a computed key, the computation in them ("Here D = 8, F = 32: 2*D*F + F + D = 552.").
    """
    said = instance.fill(instance.question.explanation)
    if not instance.params:
        return said
    numbers = ", ".join(f"{name} = {format_number(value)}" for name, value in instance.params.items())
    expression, key = _computed(instance), key_of(instance)
    here = HERE.format(numbers=numbers)
    if expression not in ("", key, *instance.params):
        here = WORKED.format(numbers=numbers, expression=expression.replace("**", "^"), key=key)
    return Text(en=said.en + here.en, zh=said.zh + here.zh)


def _computed(instance: Instance) -> str:
    """Return the expression that gives the key from the drawn numbers, "" where none does."""
    match instance.question:
        case NumericQuestion(answer=expression) | ShapeQuestion(answer=expression):
            return expression
        case PredictQuestion(answer=expression, predict=PredictKind.NUMBER | PredictKind.SHAPE):
            return expression
    return ""

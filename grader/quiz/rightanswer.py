"""The key of a drawn question: in its canonical form, and in words for people."""

from __future__ import annotations

from grader.domain.question import (
    FillQuestion,
    FormulaQuestion,
    MatchQuestion,
    MultiQuestion,
    NumericQuestion,
    OrderQuestion,
    PredictKind,
    PredictQuestion,
    ShapeQuestion,
    ShortQuestion,
    SingleQuestion,
    TrueFalseQuestion,
)
from grader.domain.text import Text
from grader.quiz.instance import Instance
from grader.quiz.shape import read_shape, show_shape, sizes_of
from grader.quiz.value import evaluate


def key_of(instance: Instance) -> str:
    """Return a canonical answer that has full marks."""
    question = instance.question
    match question:
        case SingleQuestion() | MultiQuestion():
            return ",".join(option.key for option in question.options if option.right)
        case TrueFalseQuestion():
            return "true" if question.answer else "false"
        case OrderQuestion():
            return ",".join(question.answer)
        case MatchQuestion():
            return ",".join(f"{item.key}={question.answer[item.key]}" for item in question.left)
        case ShortQuestion():
            return question.accept[0]
        case FormulaQuestion():
            return question.answer
        case FillQuestion():
            return " ; ".join(blank.accept[0] for blank in question.blanks)
        case ShapeQuestion():
            return _shape(instance, question.answer)
        case NumericQuestion():
            return _number(instance, question.answer)
        case PredictQuestion(predict=PredictKind.SHAPE):
            return _shape(instance, question.answer)
        case PredictQuestion(predict=PredictKind.NUMBER):
            return _number(instance, question.answer)
        case PredictQuestion():
            return question.answer
    raise TypeError(type(question).__name__)


def right_answer(instance: Instance) -> Text:
    """Return the key in words."""
    question = instance.question
    match question:
        case SingleQuestion() | MultiQuestion():
            right = [option.text for option in question.options if option.right]
            return _joined(right)
        case TrueFalseQuestion():
            return Text(en="true", zh="正确") if question.answer else Text(en="false", zh="错误")
        case OrderQuestion():
            texts = {item.key: item.text for item in question.items}
            return _joined([texts[key] for key in question.answer], " → ", " → ")
        case MatchQuestion():
            rights = {item.key: item.text for item in question.right}
            pairs = [(item.text, rights[question.answer[item.key]]) for item in question.left]
            return _joined(
                [Text(en=f"{left.en} → {right.en}", zh=f"{left.zh} → {right.zh}") for left, right in pairs]
            )
    key = key_of(instance)
    return Text(en=key, zh=key)


def _joined(texts: list[Text], en: str = "; ", zh: str = "；") -> Text:
    return Text(en=en.join(text.en for text in texts), zh=zh.join(text.zh for text in texts))


def _shape(instance: Instance, answer: str) -> str:
    return show_shape(sizes_of(read_shape(answer, instance.params), instance.params))


def _number(instance: Instance, answer: str) -> str:
    value = evaluate(answer, instance.params)
    return str(int(value)) if value == int(value) else f"{value:.6g}"

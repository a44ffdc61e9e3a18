"""Marks a canonical answer: the fraction, the feedback of what was chosen, the beliefs that it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grader.domain.mark import Mark
from grader.domain.question import (
    Anticipated,
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
    Tolerance,
    TrueFalseQuestion,
)
from grader.domain.text import Text
from grader.quiz.explanation import explanation
from grader.quiz.fillin import gap_equals, read_gaps, with_functions
from grader.quiz.formula import read_formula
from grader.quiz.identity import same_formula
from grader.quiz.instance import Instance
from grader.quiz.mask import read_mask
from grader.quiz.number import is_near, read_number
from grader.quiz.phrase import is_accepted, says
from grader.quiz.reading import NOTHING, UNSURE, read_canonical
from grader.quiz.rightanswer import right_answer
from grader.quiz.rules import RULES
from grader.quiz.shape import read_shape, same_shape
from grader.quiz.value import evaluate

RIGHT = Text(en="Right.", zh="正确。")
WRONG = Text(en="Not right.", zh="不对。")
NOT_KNOWN = Text(en="Not answered.", zh="未作答。")


@dataclass(frozen=True)
class _Outcome:
    fraction: float
    feedback: tuple[Text, ...]
    misconceptions: tuple[str, ...] = ()


def mark(instance: Instance, answer: str) -> Mark:
    """Return the mark of a canonical answer. Raises Unreadable where it is none (an edited file)."""
    canonical = read_canonical(instance, answer)
    question = instance.question
    if canonical == UNSURE:
        outcome = _Outcome(0.0, (NOT_KNOWN,))
    else:
        outcome = _MARKERS[type(question)](instance, canonical)
    feedback = outcome.feedback or (
        (RIGHT,) if outcome.fraction >= 1.0 else (question.feedback_wrong or WRONG,)
    )
    return Mark(
        question=question.id,
        fraction=outcome.fraction,
        feedback=tuple(instance.fill(text) for text in feedback),
        misconceptions=tuple(dict.fromkeys(outcome.misconceptions)),
        right_answer=right_answer(instance),
        explanation=explanation(instance),
    )


def _ids(*misconceptions: str | None) -> tuple[str, ...]:
    return tuple(misconception for misconception in misconceptions if misconception is not None)


def _single(instance: Instance, answer: str) -> _Outcome:
    question = instance.question
    assert isinstance(question, SingleQuestion)
    option = next(option for option in question.options if option.key == answer)
    if option.right:
        return _Outcome(1.0, (option.feedback,))
    return _Outcome(0.0, (option.feedback,), _ids(option.misconception))


def _true_false(instance: Instance, answer: str) -> _Outcome:
    question = instance.question
    assert isinstance(question, TrueFalseQuestion)
    if (answer == "true") == question.answer:
        return _Outcome(1.0, (question.right_feedback,))
    return _Outcome(0.0, (question.wrong_feedback,), _ids(question.misconception))


def _multi(instance: Instance, answer: str) -> _Outcome:
    question = instance.question
    assert isinstance(question, MultiQuestion)
    chosen = frozenset() if answer == NOTHING else frozenset(answer.split(","))
    feedback, misconceptions = [], []
    for option in question.options:
        if option.key in chosen:
            feedback.append(_quoted(option.text, option.feedback))
        elif option.right:
            feedback.append(_missed(option.text, option.feedback))
        if (option.key in chosen) != option.right:
            misconceptions.append(option.misconception)
    return _Outcome(RULES[question.rule](question.options, chosen), tuple(feedback), _ids(*misconceptions))


def _quoted(text: Text, feedback: Text) -> Text:
    return Text(en=f'"{text.en}": {feedback.en}', zh=f"“{text.zh}”：{feedback.zh}")


def _missed(text: Text, feedback: Text) -> Text:
    return Text(en=f'Missed: "{text.en}": {feedback.en}', zh=f"漏选：“{text.zh}”：{feedback.zh}")


def _anticipated(wrong: tuple[Anticipated, ...], equals: Callable[[str], bool]) -> _Outcome:
    for value in wrong:
        if equals(value.value):
            return _Outcome(0.0, (value.feedback,), _ids(value.misconception))
    return _Outcome(0.0, ())


def _near(
    instance: Instance, answer: str, key: str, tolerance: Tolerance, wrong: tuple[Anticipated, ...]
) -> _Outcome:
    given, params = read_number(answer), instance.params
    if is_near(given, evaluate(key, params), tolerance, params):
        return _Outcome(1.0, ())
    loose = Tolerance(tolerance.absolute, tolerance.relative, tolerance.significant_digits)
    return _anticipated(wrong, lambda value: is_near(given, evaluate(value, params), loose, params))


def _shaped(instance: Instance, answer: str, key: str, wrong: tuple[Anticipated, ...]) -> _Outcome:
    params = instance.params
    given = read_shape(answer, params)
    if same_shape(given, read_shape(key, params), params):
        return _Outcome(1.0, ())
    return _anticipated(wrong, lambda value: same_shape(given, read_shape(value, params), params))


def _numeric(instance: Instance, answer: str) -> _Outcome:
    question = instance.question
    assert isinstance(question, NumericQuestion)
    return _near(instance, answer, question.answer, question.tolerance, question.wrong)


def _shape(instance: Instance, answer: str) -> _Outcome:
    question = instance.question
    assert isinstance(question, ShapeQuestion)
    return _shaped(instance, answer, question.answer, question.wrong)


def _short(instance: Instance, answer: str) -> _Outcome:
    question = instance.question
    assert isinstance(question, ShortQuestion)
    if is_accepted(question, answer):
        return _Outcome(1.0, ())
    return _anticipated(question.wrong, lambda value: says(answer, value))


def _formula(instance: Instance, answer: str) -> _Outcome:
    question = instance.question
    assert isinstance(question, FormulaQuestion)
    formulas = (question.answer, *(wrong.value for wrong in question.wrong))
    symbols = with_functions(question.symbols, question.synonyms, formulas)
    given, scalars = read_formula(answer, symbols), frozenset(question.positive)
    if same_formula(given, read_formula(question.answer, symbols), scalars):
        return _Outcome(1.0, ())
    return _anticipated(
        question.wrong, lambda value: same_formula(given, read_formula(value, symbols), scalars)
    )


def _order(instance: Instance, answer: str) -> _Outcome:
    """All or nothing: a share of rightly ordered pairs would give half the marks to a coin."""
    question = instance.question
    assert isinstance(question, OrderQuestion)
    keys = tuple(answer.split(","))
    if keys == question.answer:
        return _Outcome(1.0, ())
    known = _anticipated(question.wrong, lambda value: tuple(value.split(",")) == keys)
    if known.feedback:
        return known
    texts = {item.key: item.text for item in question.items}
    at = next(place for place, key in enumerate(keys) if key != question.answer[place])
    first, second = texts[question.answer[at]], texts[keys[at]]
    said = Text(en=f'"{first.en}" comes before "{second.en}".', zh=f"“{first.zh}”在“{second.zh}”之前。")
    return _Outcome(0.0, (said,))


def _match(instance: Instance, answer: str) -> _Outcome:
    question = instance.question
    assert isinstance(question, MatchQuestion)
    pairs = dict(part.split("=", 1) for part in answer.split(","))
    lefts = {item.key: item.text for item in question.left}
    rights = {item.key: item.text for item in question.right}
    feedback: list[Text] = []
    misconceptions: list[str] = []
    for left, right in pairs.items():
        if question.answer[left] == right:
            continue
        known = _anticipated(question.wrong, lambda value, pair=f"{left}={right}": value == pair)  # type: ignore[misc]  # default binds the loop's pair
        misconceptions.extend(known.misconceptions)
        feedback.append(_wrong_pair(lefts[left], rights[right], known.feedback))
    wrong = len(feedback)
    return _Outcome(1 - wrong / len(lefts), tuple(feedback), tuple(misconceptions))


def _wrong_pair(left: Text, right: Text, known: tuple[Text, ...]) -> Text:
    if known:
        return Text(en=f'"{left.en}": {known[0].en}', zh=f"“{left.zh}”：{known[0].zh}")
    return Text(
        en=f'"{left.en}" does not go with "{right.en}".',
        zh=f"“{left.zh}”不应与“{right.zh}”配对。",
    )


def _fill(instance: Instance, answer: str) -> _Outcome:
    question = instance.question
    assert isinstance(question, FillQuestion)
    feedback: list[Text] = []
    misconceptions: list[str] = []
    right = 0
    for blank, given in zip(question.blanks, read_gaps(question, answer), strict=True):
        if any(gap_equals(blank, given, accepted) for accepted in blank.accept):
            right += 1
            continue
        own = tuple(value for value in question.wrong if value.blank == blank.key)
        known = _anticipated(own, lambda value, b=blank, g=given: gap_equals(b, g, value))  # type: ignore[misc]  # defaults bind the loop's gap
        feedback.extend(known.feedback)
        misconceptions.extend(known.misconceptions)
    return _Outcome(right / len(question.blanks), tuple(feedback), tuple(misconceptions))


def _predict(instance: Instance, answer: str) -> _Outcome:
    question = instance.question
    assert isinstance(question, PredictQuestion)
    if question.predict is PredictKind.SHAPE:
        return _shaped(instance, answer, question.answer, question.wrong)
    if question.predict is PredictKind.NUMBER:
        return _near(instance, answer, question.answer, question.tolerance, question.wrong)
    given = read_mask(answer)
    if given == read_mask(question.answer):
        return _Outcome(1.0, ())
    return _anticipated(question.wrong, lambda value: read_mask(value) == given)


_MARKERS: Mapping[type, Callable[[Instance, str], _Outcome]] = {
    SingleQuestion: _single,
    TrueFalseQuestion: _true_false,
    MultiQuestion: _multi,
    NumericQuestion: _numeric,
    ShortQuestion: _short,
    ShapeQuestion: _shape,
    FormulaQuestion: _formula,
    OrderQuestion: _order,
    MatchQuestion: _match,
    FillQuestion: _fill,
    PredictQuestion: _predict,
}

"""Questions in the few forms that other platforms know, in one language, with their parameters drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from grader.domain.question import (
    Anticipated,
    FillQuestion,
    FormulaQuestion,
    MatchQuestion,
    MultiQuestion,
    MultiRule,
    NumericQuestion,
    OrderQuestion,
    PredictKind,
    PredictQuestion,
    Question,
    Quiz,
    ShapeQuestion,
    ShortQuestion,
    SingleQuestion,
    Tolerance,
    TrueFalseQuestion,
)
from grader.domain.text import Language, Text
from grader.quiz.explanation import explanation
from grader.quiz.instance import Instance, draw
from grader.quiz.rightanswer import right_answer
from grader.quiz.shape import read_shape, show_shape, sizes_of
from grader.quiz.soundness import assignments
from grader.quiz.value import evaluate


class Form(StrEnum):
    """What an answer is on the platforms."""

    SINGLE = "single"
    MULTI = "multi"
    TRUE_FALSE = "truefalse"
    NUMBER = "number"
    SHORT = "short"
    MATCH = "match"
    GAPS = "gaps"


@dataclass(frozen=True)
class PlatformAnswer:
    """An answer that is foreseen: `fraction` -1 to 1 of the points; `tolerance` for numbers, absolute."""

    text: str
    fraction: float
    feedback: str = ""
    tolerance: float = 0.0


@dataclass(frozen=True)
class PlatformQuestion:
    """One question in one language.

    `key` is stable ("ln-01-number-of-statistics.2": id and number of the variant, none where there are no
    parameters). `pairs` belong to MATCH; `gaps` to GAPS, one tuple of answers for each "____" of `text`.
    """

    key: str
    quiz: str
    title: str
    language: Language
    form: Form
    text: str
    code: str
    answers: tuple[PlatformAnswer, ...]
    pairs: tuple[tuple[str, str], ...]
    gaps: tuple[tuple[PlatformAnswer, ...], ...]
    explanation: str
    key_words: str
    tags: tuple[str, ...]


def platform_questions(
    quizzes: tuple[Quiz, ...], language: Language, variants: int
) -> tuple[PlatformQuestion, ...]:
    """Return every question; one with parameters gives up to `variants` of them, always the same."""
    found: list[PlatformQuestion] = []
    for quiz in quizzes:
        for question in quiz.questions:
            for key, instance in drawn_variants(question, variants):
                found.append(_platform_question(quiz, key, instance, language))
    return tuple(found)


def drawn_variants(question: Question, variants: int) -> Iterator[tuple[str, Instance]]:
    """Yield (key, instance) for up to `variants` combinations of parameters, drawn by the id alone."""
    combinations = list(assignments(question.params))
    random.Random(question.id).shuffle(combinations)  # no secret
    order = draw(question, 0).order
    for number, params in enumerate(combinations[:variants], start=1):
        key = f"{question.id}.{number}" if question.params else question.id
        yield key, Instance(question, 0, params, order)


def _platform_question(quiz: Quiz, key: str, instance: Instance, language: Language) -> PlatformQuestion:
    question = instance.question
    form, answers, pairs, gaps = _answers(instance, language)
    exercises = tuple(f"exercise-{number}" for number in question.exercises)
    code = ""
    if isinstance(question, PredictQuestion):
        values = [f"{name} = {value:g}" for name, value in instance.params.items()]
        code = "\n".join([*values, question.code])
    return PlatformQuestion(
        key=key,
        quiz=quiz.name,
        title=quiz.title.get(language),
        language=language,
        form=form,
        text=instance.stem.get(language),
        code=code,
        answers=answers,
        pairs=pairs,
        gaps=gaps,
        explanation=explanation(instance).get(language),
        key_words=right_answer(instance).get(language),
        tags=("addnorm", quiz.name, *exercises, *question.misconceptions),
    )


_Answers = tuple[
    Form, tuple[PlatformAnswer, ...], tuple[tuple[str, str], ...], tuple[tuple[PlatformAnswer, ...], ...]
]


def _answers(instance: Instance, language: Language) -> _Answers:
    question = instance.question
    match question:
        case SingleQuestion():
            options = [
                PlatformAnswer(o.text.get(language), float(o.right), o.feedback.get(language))
                for o in question.options
            ]
            return Form.SINGLE, tuple(options), (), ()
        case MultiQuestion():
            return Form.MULTI, _multi(question, language), (), ()
        case TrueFalseQuestion():
            return Form.TRUE_FALSE, _true_false(question, language), (), ()
        case FormulaQuestion():
            key = PlatformAnswer(question.answer, 1.0)
            wrong = [PlatformAnswer(w.value, 0.0, w.feedback.get(language)) for w in question.wrong]
            return Form.SINGLE, (key, *wrong), (), ()
        case NumericQuestion() | PredictQuestion(predict=PredictKind.NUMBER):
            return (
                Form.NUMBER,
                _numbers(instance, question.answer, question.tolerance, question.wrong, language),
                (),
                (),
            )
        case ShapeQuestion() | PredictQuestion(predict=PredictKind.SHAPE):
            return Form.SHORT, tuple(_shapes(instance, question.answer, question.wrong, language)), (), ()
        case PredictQuestion():
            return Form.SHORT, tuple(_masks(question, language)), (), ()
        case ShortQuestion():
            right = [PlatformAnswer(text, 1.0) for text in question.accept]
            wrong = [PlatformAnswer(w.value, 0.0, w.feedback.get(language)) for w in question.wrong]
            return Form.SHORT, (*right, *wrong), (), ()
        case OrderQuestion():
            texts = {item.key: item.text.get(language) for item in question.items}
            places = [(f"{place}.", texts[key]) for place, key in enumerate(question.answer, start=1)]
            return Form.MATCH, (), tuple(places), ()
        case MatchQuestion():
            return Form.MATCH, (), _pairs(question, language), ()
        case FillQuestion():
            return Form.GAPS, (), (), tuple(_gaps(question, language))
    raise TypeError(type(question).__name__)


def _multi(question: MultiQuestion, language: Language) -> tuple[PlatformAnswer, ...]:
    """Moodle's fractions: with the default rule, each wrong choice takes away what a right one gives."""
    right = sum(option.right for option in question.options)
    answers = []
    for option in question.options:
        fraction = 1 / right if option.right else -1 / right
        if question.rule is MultiRule.WEIGHTS and option.weight is not None:
            fraction = option.weight
        if question.rule is MultiRule.ALL_OR_NOTHING and not option.right:
            fraction = -1.0
        answers.append(PlatformAnswer(option.text.get(language), fraction, option.feedback.get(language)))
    return tuple(answers)


def _true_false(question: TrueFalseQuestion, language: Language) -> tuple[PlatformAnswer, ...]:
    right, wrong = question.right_feedback.get(language), question.wrong_feedback.get(language)
    return (
        PlatformAnswer("true", float(question.answer), right if question.answer else wrong),
        PlatformAnswer("false", float(not question.answer), wrong if question.answer else right),
    )


def _numbers(
    instance: Instance, key: str, tolerance: Tolerance, wrong: tuple[Anticipated, ...], language: Language
) -> tuple[PlatformAnswer, ...]:
    params = instance.params
    value, reach = evaluate(key, params), 0.0
    if tolerance.low is not None and tolerance.high is not None:
        low, high = evaluate(tolerance.low, params), evaluate(tolerance.high, params)
        value, reach = (low + high) / 2, (high - low) / 2
    elif tolerance.significant_digits is not None and value != 0:
        reach = 0.5 * 10.0 ** (len(f"{abs(value):.0f}") - tolerance.significant_digits)
    else:
        reach = max(tolerance.absolute, tolerance.relative * abs(value))
    answers = [PlatformAnswer(_digits(value), 1.0, tolerance=reach)]
    for each in wrong:
        given = evaluate(each.value, params)
        answers.append(
            PlatformAnswer(
                _digits(given), 0.0, each.feedback.get(language), min(reach, abs(given - value) / 2)
            )
        )
    return tuple(answers)


def _digits(value: float) -> str:
    """Return nine significant digits without an exponent, which GIFT does not know."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{Decimal(f'{value:.9g}'):f}"


def _shapes(
    instance: Instance, key: str, wrong: tuple[Anticipated, ...], language: Language
) -> Iterator[PlatformAnswer]:
    """A platform compares letter by letter, so each usual spelling of a shape is an answer of its own."""
    texts = [(key, 1.0, Text(en="", zh="")), *((each.value, 0.0, each.feedback) for each in wrong)]
    for value, fraction, feedback in texts:
        shown = show_shape(sizes_of(read_shape(value, instance.params), instance.params))[1:-1]
        tight = shown.replace(" ", "")
        tail = "," if tight and "," not in tight else ""
        for spelling in (f"[{shown}]", f"({shown}{tail})", f"[{tight}]", f"({tight}{tail})", tight):
            if spelling in (f"[{tight}]", f"({tight}{tail})") and tight == shown:
                continue
            yield PlatformAnswer(spelling, fraction, feedback.get(language))


def _masks(question: PredictQuestion, language: Language) -> Iterator[PlatformAnswer]:
    yield PlatformAnswer(question.answer, 1.0)
    for each in question.wrong:
        yield PlatformAnswer(each.value, 0.0, each.feedback.get(language))


def _pairs(question: MatchQuestion, language: Language) -> tuple[tuple[str, str], ...]:
    rights = {item.key: item.text.get(language) for item in question.right}
    pairs = [(item.text.get(language), rights[question.answer[item.key]]) for item in question.left]
    unused = [text for key, text in rights.items() if key not in question.answer.values()]
    return (*pairs, *(("", text) for text in unused))


def _gaps(question: FillQuestion, language: Language) -> Iterator[tuple[PlatformAnswer, ...]]:
    for blank in question.blanks:
        right = [PlatformAnswer(text, 1.0) for text in blank.accept]
        wrong = [
            PlatformAnswer(each.value, 0.0, each.feedback.get(language))
            for each in question.wrong
            if each.blank == blank.key
        ]
        yield (*right, *wrong)

"""Faults of a question that its file's form does not show: keys, distractors, lengths; no torch."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from grader.domain.errors import Problem
from grader.quiz.distractor import Option
from grader.quiz.instance import Instance, draw
from grader.quiz.marking import mark
from grader.quiz.question import Question, Quiz
from grader.quiz.unreadable import Unreadable

LONGEST_SHARE = 0.5
"""In at most this share of a bank's single choices may the right option be the longest one by a margin."""

LONGEST_MARGIN = 1.15


def assignments(params: Mapping[str, tuple[float, ...]]) -> Iterator[dict[str, float]]:
    """Yield every combination of the parameters' values; one empty one where there are none."""
    for values in itertools.product(*params.values()):
        yield dict(zip(params, values, strict=True))


def question_problems(question: Question, catalogue: frozenset[str]) -> tuple[Problem, ...]:
    """Return the faults of one question: a key below full marks, a right distractor, an unknown id."""
    problems = list(_unknown_ids(question, catalogue))
    for params in assignments(question.params):
        instance = Instance(question=question, seed=0, params=params, order=draw(question, 0).order)
        found = list(_key_problems(instance))
        if not found:  # with a broken key no distractor can be judged
            found = list(_distractor_problems(instance))
        if found:
            return (*problems, *found)  # the other combinations would say the same
    return tuple(problems)


def bank_problems(quizzes: tuple[Quiz, ...]) -> tuple[Problem, ...]:
    """Return the fault that only the whole bank shows: length that gives the right option away."""
    singles = [q for quiz in quizzes for q in quiz.questions if q.chooses_one]
    telling = [question for question in singles if stands_out(question.options)]
    if len(singles) < 8 or len(telling) <= LONGEST_SHARE * len(singles):
        return ()
    return (
        Problem(
            file="quizzes",
            place="",
            found=f"the right option is clearly the longest in {len(telling)} of {len(singles)} questions",
            expected=f"at most {LONGEST_SHARE:.0%}",
            remedy="Shorten right options or lengthen wrong ones: "
            + ", ".join(q.id for q in telling[:8])
            + ".",
        ),
    )


def stands_out(options: tuple[Option, ...]) -> bool:
    """Is the right option longer than every wrong one by the margin, in English or in Chinese?"""
    right = next(option for option in options if option.right)
    wrong = [option for option in options if not option.right]
    longest_en = max(len(option.text.en) for option in wrong)
    longest_zh = max(len(option.text.zh) for option in wrong)
    return (
        len(right.text.en) > LONGEST_MARGIN * longest_en or len(right.text.zh) > LONGEST_MARGIN * longest_zh
    )


def _problem(question: Question, place: str, found: str, expected: str, mend: str) -> Problem:
    where = f"question {question.id}, {place}" if place else f"question {question.id}"
    return Problem(f"quizzes/{question.quiz}.toml", where, found, expected, mend)


def _unknown_ids(question: Question, catalogue: frozenset[str]) -> Iterator[Problem]:
    for misconception in sorted(question.beliefs - catalogue):
        yield _problem(
            question,
            "misconception",
            f"{misconception!r}",
            "an id of quizzes/misconceptions.toml",
            "Correct the id or add the misconception to the catalogue.",
        )


def _key_problems(instance: Instance) -> Iterator[Problem]:
    question, at = instance.question, _told(instance.params)
    try:
        for answer in question.right_answers(instance):
            fraction = mark(instance, answer).fraction
            if fraction < 1.0:
                found = f"{answer!r} gets {fraction:g}{at}"
                yield _problem(question, "answer", found, "full marks", "Correct the key.")
    except Unreadable as error:
        found = f"a key that cannot be read{at}"
        yield _problem(question, "answer", found, "an answer that can be read", error.reason.en)


def _distractor_problems(instance: Instance) -> Iterator[Problem]:
    question, at = instance.question, _told(instance.params)
    texts: list[str] = []
    for option in question.options:
        if option.text.en in texts or option.text.zh in texts:
            yield _problem(
                question, f"option {option.key}", "a text used twice", "distinct options", "Reword it."
            )
        texts += [option.text.en, option.text.zh]
    for place, value in enumerate(question.wrong, start=1):
        try:
            right = mark(instance, question.wrong_answer(value, instance)).right
        except Unreadable as error:
            found = f"{value.value!r}{at}"
            yield _problem(question, f"wrong {place}", found, "a readable value", error.reason.en)
            continue
        if right:
            yield _problem(
                question,
                f"wrong {place}",
                f"{value.value!r} is right{at}",
                "a wrong value at every combination of parameters",
                "Change the parameters or drop the value.",
            )


def _told(params: Mapping[str, float]) -> str:
    return " at " + ", ".join(f"{name}={value:g}" for name, value in params.items()) if params else ""

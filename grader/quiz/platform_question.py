"""A question as other platforms know it, in one language, with its parameters drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from grader.domain.text import Language
from grader.quiz.explanation import explanation
from grader.quiz.instance import Instance, draw
from grader.quiz.platform_answer import PlatformAnswer, PlatformType
from grader.quiz.question import Question, Quiz
from grader.quiz.soundness import assignments


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
    type: PlatformType
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
    return tuple(
        _platform_question(quiz, key, instance, language)
        for quiz in quizzes
        for question in quiz.questions
        for key, instance in drawn_variants(question, variants)
    )


def drawn_variants(question: Question, variants: int) -> Iterator[tuple[str, Instance]]:
    """Yield (key, instance) for up to `variants` combinations of parameters, drawn by the id alone."""
    combinations = list(assignments(question.params))
    random.Random(question.id).shuffle(combinations)  # no secret
    order = draw(question, 0).order
    for number, params in enumerate(combinations[:variants], start=1):
        key = f"{question.id}.{number}" if question.params else question.id
        yield key, Instance(question=question, seed=0, params=params, order=order)


def _platform_question(quiz: Quiz, key: str, instance: Instance, language: Language) -> PlatformQuestion:
    question = instance.question
    known = question.platform_answers(instance, language)
    exercises = tuple(f"exercise-{number}" for number in question.exercises)
    values = [f"{name} = {value:g}" for name, value in instance.params.items()]
    return PlatformQuestion(
        key=key,
        quiz=quiz.name,
        title=quiz.title.get(language),
        language=language,
        type=known.type,
        text=instance.stem.get(language),
        code="\n".join([*values, question.code]) if question.code else "",
        answers=known.answers,
        pairs=known.pairs,
        gaps=known.gaps,
        explanation=explanation(instance).get(language),
        key_words=instance.key_words.get(language),
        tags=("addnorm", quiz.name, *exercises, *question.misconceptions),
    )

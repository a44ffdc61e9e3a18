"""A sitting at a quiz: what is asked, in which order, with which seeds; every answer is kept at once."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from grader.domain.mark import Mark, QuizAnswer, QuizSession
from grader.domain.text import Language
from grader.quiz.bank import by_id, load_quizzes
from grader.quiz.instance import Instance, draw, question_seed
from grader.quiz.memory import QuizMemory
from grader.quiz.question import Question
from grader.quiz.request import QuizRequest, questions_for
from grader.quiz.selection import choose, history_of

LOCAL_LEARNER = "me"
"""Under this name a learner's own machine keeps its quizzes."""

Clock = Callable[[], datetime]


class Sitting:
    """One learner's session in progress; a new one, or an unfinished one taken up again (`resumed`)."""

    def __init__(
        self,
        memory: QuizMemory,
        questions: Mapping[str, Question],
        session: QuizSession,
        clock: Clock,
        resumed: bool,
    ) -> None:
        self._memory = memory
        self._questions = questions
        self._clock = clock
        self.session = session
        self.resumed = resumed

    def instances(self) -> tuple[Instance, ...]:
        """Return what is still to be asked, drawn; a question that has left the course is skipped."""
        return tuple(
            draw(self._questions[question], seed)
            for question, seed in self.session.open_questions
            if question in self._questions
        )

    def missed(self) -> tuple[Instance, ...]:
        """Return what was answered and not fully right, as it was drawn, in the order answered."""
        return tuple(
            draw(self._questions[answer.question], answer.seed)
            for answer in self.session.answers
            if answer.fraction < 1.0 and answer.question in self._questions
        )

    def answer(self, instance: Instance, canonical: str, seconds: float) -> Mark:
        """Mark a canonical answer and keep it at once."""
        from grader.quiz.marking import mark  # the first question is shown before this is needed

        marked = mark(instance, canonical)
        given = QuizAnswer(
            question=instance.question.id,
            seed=instance.seed,
            params=instance.params,
            answer=canonical,
            fraction=marked.fraction,
            misconceptions=marked.misconceptions,
            answered_at=self._clock(),
            seconds=seconds,
        )
        self._memory.record_answer(self.session.id, given)
        self.session = self.session.with_answer(given)
        return marked

    def finish(self) -> QuizSession:
        """Close the session and return it."""
        now = self._clock()
        self._memory.end_session(self.session.id, now)
        self.session = replace(self.session, finished_at=now)
        return self.session


def sit_down(
    course: Path,
    wanted: QuizRequest,
    memory: QuizMemory,
    clock: Clock,
    language: Language,
    learner: str = LOCAL_LEARNER,
    restart: bool = False,
    seed: int | None = None,
) -> Sitting:
    """Take up the unfinished session at this quiz, or begin a new one; `restart` gives up an unfinished one.

    The seeds follow from learner, number of the attempt and question, or from `seed` in the learner's place.
    Raises ContentError for a broken bank and UsageError for an empty request.
    """
    quizzes = load_quizzes(course, wanted.name)
    bank = by_id(quizzes)
    pool = questions_for(quizzes, wanted)
    unfinished = memory.unfinished_session(learner, wanted.label)
    if unfinished is not None and (restart or not _can_resume(unfinished, bank)):
        memory.end_session(unfinished.id, clock())
        unfinished = None
    if unfinished is not None:
        return Sitting(memory, bank, unfinished, clock, resumed=True)
    sessions = memory.sessions(learner)
    attempt = sum(session.quiz == wanted.label for session in sessions) + 1
    source = random.Random(f"{learner if seed is None else seed}/{attempt}/{wanted.label}")  # no secret
    now = clock()
    chosen = choose(pool, history_of(sessions, memory.sightings(learner)), now, wanted.count, source)
    drawn_by = learner if seed is None else f"seed {seed}"
    session = QuizSession(
        id=os.urandom(16).hex(),
        learner=learner,
        quiz=wanted.label,
        language=language,
        questions=tuple(question.id for question in chosen),
        seeds=tuple(question_seed(drawn_by, attempt, question.id) for question in chosen),
        started_at=now,
    )
    memory.begin_session(session)
    return Sitting(memory, bank, session, clock, resumed=False)


def _can_resume(session: QuizSession, bank: Mapping[str, Question]) -> bool:
    return any(question in bank for question, _ in session.open_questions)

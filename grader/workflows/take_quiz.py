"""A sitting at a quiz: what is asked, in which order, with which seeds; every answer is kept at once."""

from __future__ import annotations

import difflib
import os
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from grader.domain.errors import UsageError
from grader.domain.mark import Mark, QuizAnswer, QuizSession
from grader.domain.text import Language, Text
from grader.quiz.bank import by_id, load_quizzes
from grader.quiz.instance import Instance, draw, question_seed
from grader.quiz.memory import QuizMemory
from grader.quiz.question import Question, Quiz
from grader.quiz.selection import choose, history_of

LOCAL_LEARNER = "me"
"""Under this name a learner's own machine keeps its quizzes."""

Clock = Callable[[], datetime]


@dataclass(frozen=True)
class Choice:
    """Which questions a learner asked for; all None means the whole bank."""

    name: str | None = None
    exercise: int | None = None
    misconception: str | None = None
    count: int | None = None

    @property
    def quiz(self) -> str:
        """The name under which the session is kept and taken up again."""
        parts = [self.name] if self.name else []
        if self.exercise is not None:
            parts.append(f"exercise:{self.exercise}")
        if self.misconception is not None:
            parts.append(f"misconception:{self.misconception}")
        return "+".join(parts) or "all"

    @property
    def command(self) -> str:
        """The command that asks for these questions again."""
        words = [self.name] if self.name else []
        if self.exercise is not None:
            words.append(f"--exercise {self.exercise}")
        if self.misconception is not None:
            words.append(f"--misconception {self.misconception}")
        if self.count is not None:
            words.append(f"--count {self.count}")
        return " ".join(("grade quiz", *words))


def questions_for(quizzes: tuple[Quiz, ...], wanted: Choice) -> tuple[Question, ...]:
    """Return the questions that fit every part of the choice. Raises UsageError where there are none."""
    chosen = quizzes
    if wanted.name is not None:
        chosen = tuple(quiz for quiz in quizzes if quiz.name == wanted.name)
        if not chosen:
            raise UsageError(
                Text(f"there is no quiz {wanted.name!r}", f"没有名为 {wanted.name!r} 的测验"),
                _near(wanted.name, [q.name for q in quizzes]),
            )
    questions = tuple(question for quiz in chosen for question in quiz.questions)
    if wanted.exercise is not None:
        questions = tuple(question for question in questions if wanted.exercise in question.exercises)
    if wanted.misconception is not None:
        known = sorted({each for question in questions for each in question.beliefs})
        questions = tuple(q for q in questions if wanted.misconception in q.beliefs)
        if not questions:
            raise UsageError(
                Text(
                    f"no question is tied to the misconception {wanted.misconception!r}",
                    f"没有与误解 {wanted.misconception!r} 有关的题目",
                ),
                _near(wanted.misconception, known),
            )
    if not questions:
        raise UsageError(
            Text(
                f"there are no questions on exercise {wanted.exercise}",
                f"没有关于练习 {wanted.exercise} 的题目",
            ),
            Text("grade quiz lists what there is.", "grade quiz 会列出所有测验。"),
        )
    return questions


def _near(given: str, names: list[str]) -> Text:
    close = difflib.get_close_matches(given, names, n=3, cutoff=0.5)
    if not close:
        return Text("grade quiz lists what there is.", "grade quiz 会列出所有测验。")
    return Text(f"Did you mean {' or '.join(close)}?", f"你是不是想找 {' 或 '.join(close)}？")


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
    wanted: Choice,
    memory: QuizMemory,
    clock: Clock,
    language: Language,
    learner: str = LOCAL_LEARNER,
    restart: bool = False,
    seed: int | None = None,
) -> Sitting:
    """Take up the unfinished session at this quiz, or begin a new one; `restart` gives up an unfinished one.

    The seeds follow from learner, number of the attempt and question, or from `seed` in the learner's place.
    Raises ContentError for a broken bank and UsageError for an empty choice.
    """
    quizzes = load_quizzes(course, wanted.name)
    bank = by_id(quizzes)
    pool = questions_for(quizzes, wanted)
    unfinished = memory.unfinished_session(learner, wanted.quiz)
    if unfinished is not None and (restart or not _can_resume(unfinished, bank)):
        memory.end_session(unfinished.id, clock())
        unfinished = None
    if unfinished is not None:
        return Sitting(memory, bank, unfinished, clock, resumed=True)
    sessions = memory.sessions(learner)
    attempt = sum(session.quiz == wanted.quiz for session in sessions) + 1
    source = random.Random(f"{learner if seed is None else seed}/{attempt}/{wanted.quiz}")  # no secret
    now = clock()
    chosen = choose(pool, history_of(sessions, memory.sightings(learner)), now, wanted.count, source)
    drawn_by = learner if seed is None else f"seed {seed}"
    session = QuizSession(
        id=os.urandom(16).hex(),
        learner=learner,
        quiz=wanted.quiz,
        language=language,
        questions=tuple(question.id for question in chosen),
        seeds=tuple(question_seed(drawn_by, attempt, question.id) for question in chosen),
        started_at=now,
    )
    memory.begin_session(session)
    return Sitting(memory, bank, session, clock, resumed=False)


def _can_resume(session: QuizSession, bank: Mapping[str, Question]) -> bool:
    return any(question in bank for question, _ in session.open_questions)

"""What became of an answer to a question; what a quiz leaves: sessions, answers, cards, reviews."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import IntEnum, StrEnum

from grader.domain.text import Language, Text


@dataclass(frozen=True)
class Mark:
    """The mark of one answer; a mark exists only for an answer that could be read.

    `fraction` is 0.0 to 1.0 of the question's points. `feedback` is what the chosen options or the
    anticipated wrong values have to say, in the order in which they were chosen. `misconceptions` are the
    catalogue's ids of the wrong beliefs that the answer shows. `right_answer` is the key, in words.
    """

    question: str
    fraction: float
    feedback: tuple[Text, ...]
    misconceptions: tuple[str, ...]
    right_answer: Text
    explanation: Text

    @property
    def right(self) -> bool:
        """Full marks."""
        return self.fraction >= 1.0


@dataclass(frozen=True)
class QuizAnswer:
    """One marked answer of a session.

    `seed` draws the parameters and the order of the options again; `params` are the drawn values, kept for
    people to read. `answer` is the canonical text ("b", "a,c", "l1=r2,l2=r1", "(2, 1, 1, 7)"): it names
    options by their keys, so it does not depend on the order in which they were shown. A re-marking uses
    `question`, `seed` and `answer` alone.
    """

    question: str
    seed: int
    params: Mapping[str, float]
    answer: str
    fraction: float
    misconceptions: tuple[str, ...]
    answered_at: datetime
    seconds: float


@dataclass(frozen=True)
class QuizSession:
    """One sitting of one learner at one quiz; unfinished while `finished_at` is None.

    `quiz` names the selection ("layer-norm", "exercise:3", "misconception:ffn-no-activation"): a session is
    taken up again by learner and quiz. `questions` are the chosen ids in the order asked, `seeds` one each.
    `answers` are those given so far, in the order given. All times are aware, in UTC.
    """

    id: str
    learner: str
    quiz: str
    language: Language
    questions: tuple[str, ...]
    seeds: tuple[int, ...]
    started_at: datetime
    answers: tuple[QuizAnswer, ...] = ()
    finished_at: datetime | None = None

    @property
    def open_questions(self) -> tuple[tuple[str, int], ...]:
        """(question id, seed) of what is still to be answered, in the order asked."""
        answered = {answer.question for answer in self.answers}
        pairs = zip(self.questions, self.seeds, strict=True)
        return tuple((question, seed) for question, seed in pairs if question not in answered)

    def with_answer(self, answer: QuizAnswer) -> QuizSession:
        """Return the session with one answer more."""
        return replace(self, answers=(*self.answers, answer))


class SightingSource(StrEnum):
    """Where a misconception was seen: in graded code or in an answer to a question."""

    EXERCISE = "exercise"
    QUIZ = "quiz"


@dataclass(frozen=True)
class Sighting:
    """A misconception that a learner showed, where and when; one row a time that it was seen."""

    misconception: str
    source: SightingSource
    seen_at: datetime


class Rating(IntEnum):
    """How well a card was remembered; the values are those of FSRS."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class CardPhase(IntEnum):
    """Where a card stands in its life; the values are those of FSRS."""

    LEARNING = 1
    REVIEW = 2
    RELEARNING = 3


@dataclass(frozen=True)
class CardState:
    """The memory of one card of one learner; `card` is the id of the question on it.

    `step` is None in the review phase; `stability` (days) and `difficulty` (1 to 10) are None before the
    first review. Times are aware, in UTC.
    """

    card: str
    phase: CardPhase
    step: int | None
    stability: float | None
    difficulty: float | None
    due: datetime
    last_review: datetime | None


@dataclass(frozen=True)
class Review:
    """One rating of one card; every one is kept. `seconds` is the time spent on it."""

    card: str
    rating: Rating
    reviewed_at: datetime
    seconds: float

"""What an instructor's page of a whole class is made of, in the order of the questions that it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from grader.domain.misconception import Misconception
from grader.domain.verdict import Verdict
from grader.reports.gradebook import GradeBook
from grader.reports.item_table import ItemTable


@dataclass(frozen=True)
class LearnerFacts:
    """What was seen of one person beyond the scores.

    `beliefs` maps a misconception to the places where it showed: exercise numbers, 0 for quizzes.
    The others are exercise numbers: code that ended early, that could not be read, that is void, and that was
    handed in several times and is not accepted.
    """

    beliefs: Mapping[str, frozenset[int]] = field(default_factory=dict)
    crashed: tuple[int, ...] = ()
    unreadable: tuple[int, ...] = ()
    void: tuple[int, ...] = ()
    stuck: tuple[int, ...] = ()


@dataclass(frozen=True)
class CodeLine:
    """One line of an example; `marked`: near it the computation first leaves the right path."""

    number: int
    text: str
    marked: bool


@dataclass(frozen=True)
class Example:
    """Some lines of one submission that shows a misconception; `formula` is the first step of it that goes wrong."""

    exercise: int
    learner: str
    lines: tuple[CodeLine, ...]
    formula: str | None


@dataclass(frozen=True)
class MisconceptionCount:
    """How many people showed a misconception, in code, in answers, in both, under one id."""

    misconception: Misconception
    in_code: int
    in_quiz: int
    in_both: int
    exercises: tuple[int, ...]
    example: Example | None

    @property
    def people(self) -> int:
        """How many people showed it anywhere."""
        return self.in_code + self.in_quiz - self.in_both


@dataclass(frozen=True)
class ExerciseFigures:
    """How the class stands at one exercise; scores are those that count."""

    number: int
    verdicts: Mapping[Verdict, int]
    missing: int
    late: int
    mean: float | None
    median: float | None
    deviation: float | None

    @property
    def accepted(self) -> int:
        """How many were accepted."""
        return self.verdicts.get(Verdict.ACCEPTED, 0)

    @property
    def handed_in(self) -> int:
        """How many handed in something of their own."""
        return sum(
            number for verdict, number in self.verdicts.items() if verdict is not Verdict.NOT_ATTEMPTED
        )


@dataclass(frozen=True)
class ClassReport:
    """A class as its instructor reads it. `facts` is by the learner's key as it stands in the book."""

    book: GradeBook
    made_at: datetime
    facts: Mapping[str, LearnerFacts]
    misconceptions: tuple[MisconceptionCount, ...]
    exercise_items: ItemTable
    check_items: tuple[ItemTable, ...]
    question_items: tuple[ItemTable, ...]
    figures: tuple[ExerciseFigures, ...]
    quiz_people: int

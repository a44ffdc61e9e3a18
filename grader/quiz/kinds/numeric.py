"""A number, given by an expression in the parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from grader.domain.text import Language, Text
from grader.quiz.distractor import Anticipated
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import FileModel, ForeseeingModel, Words
from grader.quiz.number import Tolerance
from grader.quiz.number_key import NumberKey
from grader.quiz.outcome import Outcome
from grader.quiz.platform_answer import PlatformAnswers
from grader.quiz.question import Question
from grader.quiz.recompute import Result


class ToleranceModel(FileModel):
    """How near a number must come."""

    absolute: float = Field(default=0.0, ge=0)
    relative: float = Field(default=1e-9, ge=0)
    significant_digits: int | None = Field(default=None, ge=1, le=12)
    low: Words | None = None
    high: Words | None = None

    def tolerance(self) -> Tolerance:
        """Return the quiz room's type."""
        return Tolerance(self.absolute, self.relative, self.significant_digits, self.low, self.high)

    @model_validator(mode="after")
    def _range_has_two_ends(self) -> Self:
        if (self.low is None) != (self.high is None):
            raise ValueError("a range needs both low and high")
        return self


class NumericModel(ForeseeingModel):
    """The question as its file has it."""

    type: Literal["numeric"]
    answer: Words
    tolerance: ToleranceModel = ToleranceModel()

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        return NumericQuestion(**self.common(quiz), answer=self.answer, tolerance=self.tolerance.tolerance())


@dataclass(frozen=True, kw_only=True)
class NumericQuestion(Question):
    """`answer` is the expression, `tolerance` how near an answer must come."""

    answer: str
    tolerance: Tolerance

    needs_torch_key: ClassVar[bool] = True

    @property
    def _key(self) -> NumberKey:
        return NumberKey(self.answer, self.tolerance, self.wrong)

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        return self._key.how_to_answer

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read a number. Raises Unreadable."""
        return self._key.read(text, drawn.params)

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Mark the number."""
        return self._key.outcome(answer, drawn.params)

    def key(self, drawn: Drawn) -> str:
        """Return the number."""
        return self._key.shown(drawn.params)

    @property
    def computed(self) -> str:
        """The expression."""
        return self.answer

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return the number with the reach of its tolerance."""
        return self._key.platform_answers(drawn.params, language)

    def wrong_answer(self, value: Anticipated, drawn: Drawn) -> str:
        """Return the foreseen number."""
        return self._key.wrong_answer(value, drawn.params)

    def beside_torch(self, result: Result, values: Mapping[str, float]) -> tuple[str, str]:
        """Return (key, torch's number)."""
        return self._key.beside_torch(result, values)

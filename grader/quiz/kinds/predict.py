"""Predict first, then torch runs the code: a tensor's shape, a boolean mask, a number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from grader.domain.text import Language, Text
from grader.quiz.distractor import Anticipated
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import ForeseeingModel, Words
from grader.quiz.kinds.numeric import ToleranceModel
from grader.quiz.mask_key import MaskKey
from grader.quiz.number import Tolerance
from grader.quiz.number_key import NumberKey
from grader.quiz.outcome import Outcome
from grader.quiz.platform_answer import PlatformAnswers
from grader.quiz.question import Question
from grader.quiz.recompute import Result, run_code
from grader.quiz.shape_key import ShapeKey


class Predicted(StrEnum):
    """What is predicted before torch runs: a shape, a boolean mask row by row, or a number."""

    SHAPE = "shape"
    MASK = "mask"
    NUMBER = "number"


class PredictModel(ForeseeingModel):
    """The question as its file has it."""

    type: Literal["predict"]
    predict: Predicted
    code: Words
    answer: Words
    tolerance: ToleranceModel = ToleranceModel()

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        return PredictQuestion(
            **self.common(quiz),
            predicted=self.predict,
            given_code=self.code.strip("\n"),
            answer=self.answer,
            tolerance=self.tolerance.tolerance(),
        )


@dataclass(frozen=True, kw_only=True)
class PredictQuestion(Question):
    """`given_code` assigns `answer`; the parameters are names in it.

    `answer` here is the key in the same notation as a learner's:
    a shape, rows of 0 and 1 joined by "/", or an expression.
    """

    predicted: Predicted
    given_code: str
    answer: str
    tolerance: Tolerance

    @property
    def _key(self) -> NumberKey | ShapeKey | MaskKey:
        if self.predicted is Predicted.NUMBER:
            return NumberKey(self.answer, self.tolerance, self.wrong)
        if self.predicted is Predicted.SHAPE:
            return ShapeKey(self.answer, self.wrong)
        return MaskKey(self.answer, self.wrong)

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        return self._key.how_to_answer

    @property
    def code(self) -> str:
        """What torch will run."""
        return self.given_code

    def run(self, params: Mapping[str, float]) -> str:
        """Return what torch gives, as a learner would write it. Raises ImportError without torch."""
        return self._key.from_torch(run_code(self.given_code, params))

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read what is predicted. Raises Unreadable."""
        return self._key.read(text, drawn.params)

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Mark the prediction."""
        return self._key.outcome(answer, drawn.params)

    def key(self, drawn: Drawn) -> str:
        """Return what torch gives, as the author wrote it or computed by the expression."""
        return self._key.shown(drawn.params)

    @property
    def computed(self) -> str:
        """The expression, where a number or a shape is predicted."""
        return "" if self.predicted is Predicted.MASK else self.answer

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return the prediction in the spellings that a platform needs."""
        return self._key.platform_answers(drawn.params, language)

    def right_answers(self, drawn: Drawn) -> tuple[str, ...]:
        """Return the key; a shape also in letters."""
        key = self.key(drawn)
        return (key, self.answer) if self.predicted is Predicted.SHAPE else (key,)

    def wrong_answer(self, value: Anticipated, drawn: Drawn) -> str:
        """Return the foreseen prediction."""
        return self._key.wrong_answer(value, drawn.params)

    @property
    def torch_code(self) -> str:
        """The code that is shown computes the key."""
        return self.given_code

    def beside_torch(self, result: Result, values: Mapping[str, float]) -> tuple[str, str]:
        """Return (key, torch's answer)."""
        return self._key.beside_torch(result, values)

"""A tensor's shape, in numbers or in the stem's letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from grader.domain.text import Language, Text
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import ForeseeingModel, Words
from grader.quiz.outcome import Outcome
from grader.quiz.platform_answer import PlatformAnswers
from grader.quiz.question import Question
from grader.quiz.recompute import Result
from grader.quiz.shape_key import ShapeKey


class ShapeModel(ForeseeingModel):
    """The question as its file has it."""

    type: Literal["shape"]
    answer: Words

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        return ShapeQuestion(**self.common(quiz), answer=self.answer)


@dataclass(frozen=True, kw_only=True)
class ShapeQuestion(Question):
    """`answer` is the shape as the author wrote it."""

    answer: str

    needs_torch_key: ClassVar[bool] = True

    @property
    def _key(self) -> ShapeKey:
        return ShapeKey(self.answer, self.wrong)

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        return self._key.how_to_answer

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read a shape. Raises Unreadable."""
        return self._key.read(text, drawn.params)

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Mark the shape."""
        return self._key.outcome(answer, drawn.params)

    def key(self, drawn: Drawn) -> str:
        """Return the shape in numbers."""
        return self._key.shown(drawn.params)

    @property
    def computed(self) -> str:
        """The shape in letters."""
        return self.answer

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return every usual spelling."""
        return self._key.platform_answers(drawn.params, language)

    def right_answers(self, drawn: Drawn) -> tuple[str, ...]:
        """Return the shape in numbers and in letters."""
        return (self.key(drawn), self.answer)

    def beside_torch(self, result: Result, values: Mapping[str, float]) -> tuple[str, str]:
        """Return (key, torch's shape)."""
        return self._key.beside_torch(result, values)

"""A short phrase out of a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from grader.domain.text import Language, Text
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import ForeseeingModel, Words
from grader.quiz.fold import fold_phrase
from grader.quiz.outcome import FULL, Outcome, wrong_outcome
from grader.quiz.phrase import contains, read_phrase, says
from grader.quiz.platform_answer import PlatformAnswers, PlatformType, spelled
from grader.quiz.question import Question


class ShortModel(ForeseeingModel):
    """The question as its file has it."""

    type: Literal["short"]
    accept: tuple[Words, ...] = Field(min_length=1)

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        return ShortQuestion(**self.common(quiz), accept=self.accept)


@dataclass(frozen=True, kw_only=True)
class ShortQuestion(Question):
    """Every phrase of `accept` is right."""

    accept: tuple[str, ...]

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        return Text(en="A word or a short phrase", zh="输入一个词或短语")

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read a phrase. Raises Unreadable."""
        return read_phrase(text)

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Mark the phrase."""
        if self._accepts(answer):
            return FULL
        return wrong_outcome(self.wrong, lambda value: says(answer, value))

    def key(self, drawn: Drawn) -> str:
        """Return the first accepted phrase."""
        return self.accept[0]

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return every phrase that was foreseen."""
        return PlatformAnswers(PlatformType.SHORT, spelled(self.accept, self.wrong, language))

    def right_answers(self, drawn: Drawn) -> tuple[str, ...]:
        """Return every accepted phrase."""
        return self.accept

    def _accepts(self, given: str) -> bool:
        """Tell whether the phrase is right; one that also contains a refused phrase is not."""
        if any(fold_phrase(given) == fold_phrase(phrase) for phrase in self.accept):
            return True
        if any(contains(given, wrong.value) for wrong in self.wrong):
            return False
        return any(says(given, phrase) for phrase in self.accept)

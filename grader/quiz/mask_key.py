"""A key that is a boolean mask, rows of 0 or 1 joined by "/"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from grader.domain.text import Language, Text
from grader.quiz.distractor import Anticipated
from grader.quiz.mask import read_mask, show_mask
from grader.quiz.outcome import FULL, Outcome, wrong_outcome
from grader.quiz.platform_answer import PlatformAnswers, PlatformType, spelled
from grader.quiz.recompute import Result


@dataclass(frozen=True)
class MaskKey:
    """The mask as the author wrote it, and the wrong masks that were foreseen."""

    mask: str
    wrong: tuple[Anticipated, ...]

    how_to_answer: ClassVar[Text] = Text(
        en="Rows of 0 and 1, such as 011/001/000", zh="逐行输入 0 和 1，例如 011/001/000"
    )

    def read(self, text: str, params: Mapping[str, float]) -> str:
        """Return the mask in its one spelling. Raises Unreadable."""
        return show_mask(read_mask(text))

    def outcome(self, answer: str, params: Mapping[str, float]) -> Outcome:
        """Mark a mask."""
        given = read_mask(answer)
        if given == read_mask(self.mask):
            return FULL
        return wrong_outcome(self.wrong, lambda value: read_mask(value) == given)

    def shown(self, params: Mapping[str, float]) -> str:
        """Return the mask as the author wrote it."""
        return self.mask

    def from_torch(self, result: Result) -> str:
        """Return the mask that torch gives."""
        return show_mask(result.mask)

    def wrong_answer(self, value: Anticipated, params: Mapping[str, float]) -> str:
        """Return the foreseen wrong mask."""
        return value.value

    def platform_answers(self, params: Mapping[str, float], language: Language) -> PlatformAnswers:
        """Return the mask in the author's spelling."""
        return PlatformAnswers(PlatformType.SHORT, spelled((self.mask,), self.wrong, language))

    def beside_torch(self, result: Result, params: Mapping[str, float]) -> tuple[str, str]:
        """Return (key, torch's mask)."""
        return show_mask(read_mask(self.mask)), self.from_torch(result)

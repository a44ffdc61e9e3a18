"""A key that is a tensor's shape, in numbers or in the stem's letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from grader.domain.text import Language, Text
from grader.quiz.distractor import Anticipated
from grader.quiz.fold import fold
from grader.quiz.outcome import FULL, Outcome, wrong_outcome
from grader.quiz.platform_answer import PlatformAnswer, PlatformAnswers, PlatformType
from grader.quiz.recompute import Result
from grader.quiz.shape import read_shape, same_shape, show_shape, sizes_of


@dataclass(frozen=True)
class ShapeKey:
    """The shape as the author wrote it, and the wrong shapes that were foreseen."""

    shape: str
    wrong: tuple[Anticipated, ...]

    how_to_answer: ClassVar[Text] = Text(
        en="A shape, such as [2, 8, 5, 64]", zh="输入 shape，例如 [2, 8, 5, 64]"
    )

    def read(self, text: str, params: Mapping[str, float]) -> str:
        """Return the shape as a folded text. Raises Unreadable."""
        read_shape(text, params)
        return fold(text)

    def outcome(self, answer: str, params: Mapping[str, float]) -> Outcome:
        """Mark a shape."""
        given = read_shape(answer, params)
        if same_shape(given, read_shape(self.shape, params), params):
            return FULL
        return wrong_outcome(self.wrong, lambda value: same_shape(given, read_shape(value, params), params))

    def shown(self, params: Mapping[str, float]) -> str:
        """Return the shape in numbers, "[2, 1, 1, 7]"."""
        return _in_numbers(self.shape, params)

    def from_torch(self, result: Result) -> str:
        """Return the shape of what torch gives."""
        return show_shape(result.sizes)

    def wrong_answer(self, value: Anticipated, params: Mapping[str, float]) -> str:
        """Return the foreseen wrong shape."""
        return value.value

    def platform_answers(self, params: Mapping[str, float], language: Language) -> PlatformAnswers:
        """Return every usual spelling of each shape: a platform compares letter by letter."""
        answers = [PlatformAnswer(each, 1.0) for each in _spellings(self.shape, params)]
        for wrong in self.wrong:
            feedback = wrong.feedback.get(language)
            answers += [PlatformAnswer(each, 0.0, feedback) for each in _spellings(wrong.value, params)]
        return PlatformAnswers(PlatformType.SHORT, tuple(answers))

    def beside_torch(self, result: Result, params: Mapping[str, float]) -> tuple[str, str]:
        """Return (key, torch's shape)."""
        return self.shown(params), self.from_torch(result)


def _in_numbers(shape: str, params: Mapping[str, float]) -> str:
    return show_shape(sizes_of(read_shape(shape, params), params))


def _spellings(shape: str, params: Mapping[str, float]) -> Iterator[str]:
    shown = _in_numbers(shape, params)[1:-1]
    tight = shown.replace(" ", "")
    tail = "," if tight and "," not in tight else ""  # a tuple of one
    spellings = (f"[{shown}]", f"({shown}{tail})", f"[{tight}]", f"({tight}{tail})", tight)
    yield from (spelling for spelling in dict.fromkeys(spellings) if spelling)

"""Single choice: exactly one option is right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from grader.domain.text import Language, Text
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import OptionModel, QuestionModel, Words, require_distinct
from grader.quiz.fold import fold
from grader.quiz.outcome import Outcome, named
from grader.quiz.phrase import contains, is_denial
from grader.quiz.piece import joined
from grader.quiz.places import one_place, unknown_keys
from grader.quiz.platform_answer import PlatformAnswer, PlatformAnswers, PlatformType
from grader.quiz.question import Question

SHORT_DENIAL = 8
"""A denial of fewer characters than this names no option in words."""


class SingleModel(QuestionModel):
    """The question as its file has it."""

    type: Literal["single"]
    option: tuple[OptionModel, ...] = Field(min_length=2, max_length=9)
    accept_groups: tuple[tuple[Words, ...], ...] = ()
    accept_need: int = 0

    @model_validator(mode="after")
    def _one_is_right(self) -> Self:
        require_distinct("option", [option.key for option in self.option])
        right = sum(option.right for option in self.option)
        if right != 1:
            raise ValueError(f"{right} options are right, expected exactly 1")
        if any(option.right and option.misconception for option in self.option):
            raise ValueError("the right option names a misconception")
        return self

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        return SingleQuestion(
            **self.common(quiz),
            options=tuple(option.option() for option in self.option),
            accept_groups=self.accept_groups,
            accept_need=self.accept_need,
        )


@dataclass(frozen=True, kw_only=True)
class SingleQuestion(Question):
    """The right option may also be named in words that hit `accept_need` of the `accept_groups`."""

    accept_groups: tuple[tuple[str, ...], ...] = ()
    accept_need: int = 0

    chooses_one: ClassVar[bool] = True

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        return Text(en="One number", zh="输入一个数字")

    @property
    def listed(self) -> tuple[str, ...]:
        """The options' keys."""
        return tuple(option.key for option in self.options)

    def numbered(self, drawn: Drawn) -> tuple[Text, ...]:
        """Return the options."""
        texts = {option.key: option.text for option in self.options}
        return tuple(texts[key] for key in drawn.order)

    def read_typed(self, text: str, drawn: Drawn) -> str:
        """Read a number, or the right option in words. Raises Unreadable."""
        if self._names_the_right_one(text):
            return self.key(drawn)
        return drawn.order[one_place(fold(text), len(drawn.order))]

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read an option's key. Raises Unreadable."""
        key = fold(text)
        if key not in drawn.order:
            raise unknown_keys(drawn.order)
        return key

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Say the chosen option's feedback."""
        option = next(option for option in self.options if option.key == answer)
        if option.right:
            return Outcome(1.0, (option.feedback,))
        return Outcome(0.0, (option.feedback,), named(option.misconception))

    @property
    def guess_percent(self) -> float | None:
        """One right option among all."""
        return 100 * sum(option.right for option in self.options) / len(self.options)

    def key(self, drawn: Drawn) -> str:
        """Return the right option's key."""
        return next(option.key for option in self.options if option.right)

    def key_words(self, drawn: Drawn) -> Text:
        """Return the right option's words."""
        return joined(option.text for option in self.options if option.right)

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return the options."""
        answers = (
            PlatformAnswer(each.text.get(language), float(each.right), each.feedback.get(language))
            for each in self.options
        )
        return PlatformAnswers(PlatformType.SINGLE, tuple(answers))

    def _names_the_right_one(self, given: str) -> bool:
        if not self.accept_groups or (is_denial(given) and len(given) < SHORT_DENIAL):
            return False
        hits = sum(any(contains(given, word) for word in group) for group in self.accept_groups)
        return hits >= self.accept_need

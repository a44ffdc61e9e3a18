"""Multiple choice: any number of options is right, but neither all nor none."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import compress, product
from typing import Literal, Self

from pydantic import Field, model_validator

from grader.domain.text import Language, Text
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import OptionModel, QuestionModel, require_distinct
from grader.quiz.fold import fold
from grader.quiz.outcome import Outcome, named
from grader.quiz.piece import joined
from grader.quiz.places import several_places, unknown_keys
from grader.quiz.platform_answer import PlatformAnswer, PlatformAnswers, PlatformType
from grader.quiz.question import Question
from grader.quiz.rules import RULES, MultiRule

NOTHING = "none"
"""The canonical answer with nothing chosen."""

_NOTHING_WORDS = frozenset({"0", "none", "nothing", "无", "都不选", "没有"})


class MultiModel(QuestionModel):
    """The question as its file has it."""

    type: Literal["multi"]
    option: tuple[OptionModel, ...] = Field(min_length=2, max_length=9)
    rule: MultiRule = MultiRule.NET_CORRECT

    @model_validator(mode="after")
    def _some_are_right(self) -> Self:
        require_distinct("option", [option.key for option in self.option])
        right = sum(option.right for option in self.option)
        if right == 0 or right == len(self.option):
            raise ValueError(f"{right} of {len(self.option)} options are right, expected some but not all")
        return self

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        options = tuple(option.option() for option in self.option)
        return MultiQuestion(**self.common(quiz), options=options, rule=self.rule)


@dataclass(frozen=True, kw_only=True)
class MultiQuestion(Question):
    """`rule` says how much of the right choice is worth what."""

    rule: MultiRule = MultiRule.NET_CORRECT

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        return Text(
            en="All that apply, such as 1 3 (0 for none)", zh="输入所有符合的编号，例如 1 3（都不选输入 0）"
        )

    @property
    def listed(self) -> tuple[str, ...]:
        """The options' keys."""
        return tuple(option.key for option in self.options)

    def numbered(self, drawn: Drawn) -> tuple[Text, ...]:
        """Return the options."""
        texts = {option.key: option.text for option in self.options}
        return tuple(texts[key] for key in drawn.order)

    def read_typed(self, text: str, drawn: Drawn) -> str:
        """Read numbers, or that none applies. Raises Unreadable."""
        folded = fold(text)
        if folded.casefold() in _NOTHING_WORDS:
            return NOTHING
        chosen = {drawn.order[place] for place in several_places(folded, len(drawn.order))}
        return self._in_the_files_order(chosen)

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read options' keys split by commas. Raises Unreadable."""
        chosen = [part.strip() for part in fold(text).split(",")]
        if chosen == [NOTHING]:
            return NOTHING
        if not set(chosen) <= set(self.listed) or len(set(chosen)) != len(chosen):
            raise unknown_keys(self.listed)
        return self._in_the_files_order(set(chosen))

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Mark by the rule; what was chosen and what was missed speak for themselves."""
        chosen = frozenset() if answer == NOTHING else frozenset(answer.split(","))
        feedback, misconceptions = [], []
        for option in self.options:
            if option.key in chosen:
                feedback.append(_quoted(option.text, option.feedback))
            elif option.right:
                feedback.append(_missed(option.text, option.feedback))
            if (option.key in chosen) != option.right:
                misconceptions.append(option.misconception)
        fraction = RULES[self.rule](self.options, chosen)
        return Outcome(fraction, tuple(feedback), named(*misconceptions))

    @property
    def guess_percent(self) -> float | None:
        """Every choice but the empty one is as likely."""
        masks = product((False, True), repeat=len(self.listed))
        subsets = [frozenset(compress(self.listed, mask)) for mask in masks if any(mask)]
        fractions = [RULES[self.rule](self.options, chosen) for chosen in subsets]
        return 100 * (math.fsum(fractions) / len(fractions))

    def key(self, drawn: Drawn) -> str:
        """Return the right options' keys."""
        return ",".join(option.key for option in self.options if option.right)

    def key_words(self, drawn: Drawn) -> Text:
        """Return the right options' words."""
        return joined(option.text for option in self.options if option.right)

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return Moodle's fractions: by default, each wrong choice takes away what a right one gives."""
        right = sum(option.right for option in self.options)
        answers = []
        for option in self.options:
            fraction = 1 / right if option.right else -1 / right
            if self.rule is MultiRule.WEIGHTS and option.weight is not None:
                fraction = option.weight
            if self.rule is MultiRule.ALL_OR_NOTHING and not option.right:
                fraction = -1.0
            answers.append(PlatformAnswer(option.text.get(language), fraction, option.feedback.get(language)))
        return PlatformAnswers(PlatformType.MULTI, tuple(answers))

    def _in_the_files_order(self, chosen: set[str]) -> str:
        return ",".join(key for key in self.listed if key in chosen)


def _quoted(text: Text, feedback: Text) -> Text:
    return Text(en=f'"{text.en}": {feedback.en}', zh=f"“{text.zh}”：{feedback.zh}")


def _missed(text: Text, feedback: Text) -> Text:
    return Text(en=f'Missed: "{text.en}": {feedback.en}', zh=f"漏选：“{text.zh}”：{feedback.zh}")

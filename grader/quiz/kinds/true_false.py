"""A statement that holds or does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grader.domain.text import Language, Text
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import Id, QuestionModel, TextModel
from grader.quiz.fold import fold
from grader.quiz.outcome import Outcome, named
from grader.quiz.platform_answer import PlatformAnswer, PlatformAnswers, PlatformType
from grader.quiz.question import Question
from grader.quiz.unreadable import Unreadable

TRUE = Text(en="true", zh="正确")
FALSE = Text(en="false", zh="错误")
_TRUE_WORDS = frozenset({"1", "true", "t", "yes", "y", "对", "是", "真", "正确"})
_FALSE_WORDS = frozenset({"2", "false", "f", "no", "n", "错", "否", "假", "错误", "不对"})


class TrueFalseModel(QuestionModel):
    """The question as its file has it."""

    type: Literal["tf"]
    answer: bool
    wrong_feedback: TextModel
    right_feedback: TextModel = TextModel(en="Right.", zh="正确。")
    misconception: Id | None = None

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        return TrueFalseQuestion(
            **self.common(quiz),
            answer=self.answer,
            wrong_feedback=self.wrong_feedback.text(),
            right_feedback=self.right_feedback.text(),
            misconception=self.misconception,
        )


@dataclass(frozen=True, kw_only=True)
class TrueFalseQuestion(Question):
    """`misconception` is what the wrong answer shows."""

    answer: bool
    wrong_feedback: Text
    right_feedback: Text
    misconception: str | None = None

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        return Text(en="One number", zh="输入一个数字")

    def numbered(self, drawn: Drawn) -> tuple[Text, ...]:
        """Return true and false."""
        return (TRUE, FALSE)

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read "true" or "false", their numbers, or yes and no in either language. Raises Unreadable."""
        word = fold(text).casefold().rstrip(".")
        if word in _TRUE_WORDS:
            return "true"
        if word in _FALSE_WORDS:
            return "false"
        raise Unreadable(Text(en="Type 1 for true or 2 for false.", zh="请输入 1（正确）或 2（错误）。"))

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Say the feedback of right or wrong."""
        if (answer == "true") == self.answer:
            return Outcome(1.0, (self.right_feedback,))
        return Outcome(0.0, (self.wrong_feedback,), named(self.misconception))

    @property
    def beliefs(self) -> frozenset[str]:
        """Every misconception that the question or its wrong answer names."""
        return super().beliefs.union(named(self.misconception))

    @property
    def guess_percent(self) -> float | None:
        """A coin."""
        return 50.0

    def key(self, drawn: Drawn) -> str:
        """Return "true" or "false"."""
        return "true" if self.answer else "false"

    def key_words(self, drawn: Drawn) -> Text:
        """Return the same in words."""
        return TRUE if self.answer else FALSE

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return both answers."""
        right, wrong = self.right_feedback.get(language), self.wrong_feedback.get(language)
        answers = (
            PlatformAnswer("true", float(self.answer), right if self.answer else wrong),
            PlatformAnswer("false", float(not self.answer), wrong if self.answer else right),
        )
        return PlatformAnswers(PlatformType.TRUE_FALSE, answers)

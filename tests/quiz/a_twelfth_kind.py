"""A kind of question that no course has: a word whose case counts; all that a new kind needs is in this file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grader.domain.text import Language, Text
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import ForeseeingModel, Words
from grader.quiz.outcome import FULL, Outcome, wrong_outcome
from grader.quiz.platform_answer import PlatformAnswers, PlatformType, spelled
from grader.quiz.question import Question
from grader.quiz.unreadable import Unreadable

FILE = """
title = { en = "Names", zh = "名称" }

[[question]]
id = "names-01"
type = "spelling"
difficulty = 1
exercises = [1]
stem = { en = "Which class normalises over features?", zh = "哪个类在特征上归一化？" }
explain = { en = "torch spells it LayerNorm.", zh = "torch 写作 LayerNorm。" }
answer = "LayerNorm"

[[question.wrong]]
value = "layernorm"
feedback = { en = "Python tells case apart.", zh = "Python 区分大小写。" }
misconception = "case-does-not-count"
"""


class SpellingModel(ForeseeingModel):
    """The question as its file has it."""

    type: Literal["spelling"]
    answer: Words

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        return SpellingQuestion(**self.common(quiz), answer=self.answer)


@dataclass(frozen=True, kw_only=True)
class SpellingQuestion(Question):
    """`answer` is right letter by letter."""

    answer: str

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        return Text(en="A name, letter by letter", zh="逐字母输入名称")

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read one word."""
        if not text.strip().isidentifier():
            raise Unreadable(Text(en="Type one name.", zh="请输入一个名称。"))
        return text.strip()

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Mark the word."""
        return FULL if answer == self.answer else wrong_outcome(self.wrong, lambda value: value == answer)

    def key(self, drawn: Drawn) -> str:
        """Return the word."""
        return self.answer

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return the word, and the foreseen wrong ones."""
        return PlatformAnswers(PlatformType.SHORT, spelled((self.answer,), self.wrong, language))

"""A text with gaps, marked gap by gap; several gaps are written on one line, split by semicolons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Self

from pydantic import Field, model_validator

from grader.domain.text import Language, Text
from grader.quiz.distractor import Anticipated
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import FileModel, ForeseeingModel, Key, Words, require_distinct
from grader.quiz.fold import ANSWER_CAP, fold, fold_phrase
from grader.quiz.formula import TOO_LONG, read_formula, with_functions
from grader.quiz.formula_tree import Symbols
from grader.quiz.identity import check_formula, same_formula
from grader.quiz.outcome import Outcome, wrong_outcome
from grader.quiz.platform_answer import PlatformAnswers, PlatformType, spelled
from grader.quiz.question import Question
from grader.quiz.unreadable import Unreadable


class BlankModel(FileModel):
    """One gap as the file has it."""

    key: Key
    accept: tuple[Words, ...] = Field(min_length=1)
    symbols: tuple[Words, ...] = ()
    synonyms: dict[str, str] = Field(default_factory=dict)

    def blank(self) -> Blank:
        """Return the quiz room's type."""
        return Blank(self.key, self.accept, self.symbols, self.synonyms)


class FillModel(ForeseeingModel):
    """The question as its file has it."""

    type: Literal["fill"]
    blank: tuple[BlankModel, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _gaps_are_told(self) -> Self:
        keys = [blank.key for blank in self.blank]
        require_distinct("blank", keys)
        for language, stem in (("en", self.stem.en), ("zh", self.stem.zh)):
            if len(re.findall(r"_{3,}", stem)) != len(keys):
                raise ValueError(f"stem.{language} does not have {len(keys)} gaps (____)")
        if any(value.blank not in keys for value in self.wrong):
            raise ValueError("every wrong value of a fill question names its blank")
        return self

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        return FillQuestion(**self.common(quiz), blanks=tuple(blank.blank() for blank in self.blank))


@dataclass(frozen=True)
class Blank:
    """One gap: a literal text or a formula in `symbols`; every entry of `accept` is right."""

    key: str
    accept: tuple[str, ...]
    symbols: tuple[str, ...] = ()
    synonyms: Mapping[str, str] = field(default_factory=dict)

    def check(self, text: str) -> None:
        """Raise Unreadable where a formula is asked for and the text does not parse as one."""
        if self.symbols:
            check_formula(read_formula(text, self._symbols), frozenset())

    def equals(self, given: str, value: str) -> bool:
        """Tell whether two texts are the same formula, or the same but for case and spaces."""
        if not self.symbols:
            return fold_phrase(given) == fold_phrase(value)
        symbols = self._symbols
        return same_formula(read_formula(given, symbols), read_formula(value, symbols), frozenset())

    @property
    def _symbols(self) -> Symbols:
        return with_functions(self.symbols, self.synonyms, self.accept)


@dataclass(frozen=True, kw_only=True)
class FillQuestion(Question):
    """The stem has one "____" for each of `blanks`."""

    blanks: tuple[Blank, ...]

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        if len(self.blanks) == 1:
            return Text(en="The text of the gap", zh="填写空格内容")
        count = len(self.blanks)
        return Text(
            en=f"The {count} gaps, split by semicolons (;)", zh=f"依次填写 {count} 个空，用分号（;）隔开"
        )

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read one text for each gap. Raises Unreadable where one is missing or a formula does not parse."""
        if len(text) > ANSWER_CAP:
            raise Unreadable(TOO_LONG)
        parts = _parts(fold(text))
        count = len(self.blanks)
        if len(parts) != count or not all(parts):
            raise Unreadable(
                Text(
                    en=f"There are {count} gaps: type {count} texts split by semicolons (;).",
                    zh=f"共有 {count} 个空：请输入 {count} 段内容，用分号（;）隔开。",
                )
            )
        for blank, part in zip(self.blanks, parts, strict=True):
            blank.check(part)
        return _one_line(parts)

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Mark gap by gap."""
        feedback: list[Text] = []
        misconceptions: list[str] = []
        right = 0
        for blank, given in zip(self.blanks, _parts(answer), strict=True):
            if any(blank.equals(given, accepted) for accepted in blank.accept):
                right += 1
                continue
            foreseen = self._foreseen(blank, given)
            feedback.extend(foreseen.feedback)
            misconceptions.extend(foreseen.misconceptions)
        return Outcome(right / len(self.blanks), tuple(feedback), tuple(misconceptions))

    def key(self, drawn: Drawn) -> str:
        """Return the first accepted text of each gap."""
        return _one_line(blank.accept[0] for blank in self.blanks)

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return each gap's texts."""
        gaps = (spelled(blank.accept, self._wrong_in(blank), language) for blank in self.blanks)
        return PlatformAnswers(PlatformType.GAPS, gaps=tuple(gaps))

    def right_answers(self, drawn: Drawn) -> tuple[str, ...]:
        """Return every accepted text of each gap, beside the first one of the others."""
        first = [blank.accept[0] for blank in self.blanks]
        return tuple(
            _one_line([*first[:place], text, *first[place + 1 :]])
            for place, blank in enumerate(self.blanks)
            for text in blank.accept
        )

    def wrong_answer(self, value: Anticipated, drawn: Drawn) -> str:
        """Return the key with one gap wrong."""
        return _one_line(
            value.value if blank.key == value.blank else blank.accept[0] for blank in self.blanks
        )

    def _wrong_in(self, blank: Blank) -> tuple[Anticipated, ...]:
        return tuple(value for value in self.wrong if value.blank == blank.key)

    def _foreseen(self, blank: Blank, given: str) -> Outcome:
        return wrong_outcome(self._wrong_in(blank), lambda value: blank.equals(given, value))


def _parts(line: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in line.split(";"))


def _one_line(parts: Iterable[str]) -> str:
    return " ; ".join(parts)

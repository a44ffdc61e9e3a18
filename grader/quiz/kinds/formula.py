"""A formula, right if it is the same polynomial (in uninterpreted functions) as the key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Self

from pydantic import Field, model_validator

from grader.domain.text import Language, Text
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import ForeseeingModel, Key, Words
from grader.quiz.fold import fold
from grader.quiz.formula import read_formula, with_functions
from grader.quiz.formula_tree import Node
from grader.quiz.identity import check_formula, same_formula
from grader.quiz.number import Tolerance
from grader.quiz.number_key import numbers_beside
from grader.quiz.outcome import FULL, Outcome, wrong_outcome
from grader.quiz.platform_answer import PlatformAnswers, PlatformType, spelled
from grader.quiz.question import Question
from grader.quiz.recompute import Result
from grader.quiz.value import value_of


class FormulaModel(ForeseeingModel):
    """The question as its file has it."""

    type: Literal["formula"]
    answer: Words
    symbols: tuple[Words, ...] = Field(min_length=1)
    synonyms: dict[str, str] = Field(default_factory=dict)
    positive: tuple[Words, ...] = ()
    samples: dict[Key, tuple[float, ...]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _names_are_symbols(self) -> Self:
        unknown = (set(self.synonyms.values()) | set(self.positive) | set(self.samples)) - set(self.symbols)
        if unknown:
            raise ValueError(f"{', '.join(sorted(unknown))} is not among the symbols")
        return self

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        return FormulaQuestion(
            **self.common(quiz),
            answer=self.answer,
            symbols=self.symbols,
            synonyms=self.synonyms,
            positive=self.positive,
            samples=self.samples,
        )


@dataclass(frozen=True, kw_only=True)
class FormulaQuestion(Question):
    """`symbols` are the names that an answer may use; `synonyms` maps other spellings to them.

    `positive` are those that stand for positive numbers, so that sqrt(D*D) is D; `samples` are values of them
    at which the author's check runs `torch_key`.
    """

    answer: str
    symbols: tuple[str, ...]
    synonyms: Mapping[str, str]
    positive: tuple[str, ...]
    samples: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        return Text(en="A formula in {names}", zh="用 {names} 写出公式").format(names=", ".join(self.symbols))

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read a formula in the question's symbols. Raises Unreadable."""
        plain = fold(text)
        check_formula(self._read(plain), frozenset(self.positive))
        return plain

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Mark the formula."""
        given, scalars = self._read(answer), frozenset(self.positive)
        if same_formula(given, self._read(self.answer), scalars):
            return FULL
        return wrong_outcome(self.wrong, lambda value: same_formula(given, self._read(value), scalars))

    def key(self, drawn: Drawn) -> str:
        """Return the formula as the author wrote it."""
        return self.answer

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return the formulas to choose from: no platform compares polynomials."""
        return PlatformAnswers(PlatformType.SINGLE, spelled((self.answer,), self.wrong, language))

    @property
    def torch_values(self) -> Mapping[str, tuple[float, ...]] | None:
        """The samples of each symbol."""
        return self.samples or None

    def beside_torch(self, result: Result, values: Mapping[str, float]) -> tuple[str, str]:
        """Return (key, torch's number)."""
        symbols = with_functions(self.symbols, self.synonyms, (self.answer,))
        key = value_of(read_formula(self.answer, symbols), values)
        return numbers_beside(key, result.number, Tolerance(), values)

    def _read(self, text: str) -> Node:
        formulas = (self.answer, *(wrong.value for wrong in self.wrong))
        return read_formula(text, with_functions(self.symbols, self.synonyms, formulas))

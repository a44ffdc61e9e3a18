"""Questions as TOML files hold them: pydantic models, one a kind, told apart by `type`."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from grader.catalog.quiz_parts import (
    BlankModel,
    FileModel,
    Id,
    ItemModel,
    Key,
    OptionModel,
    TextModel,
    ToleranceModel,
    Words,
    WrongModel,
)
from grader.domain.question import (
    Anticipated,
    FillQuestion,
    FormulaQuestion,
    MatchQuestion,
    MultiQuestion,
    MultiRule,
    NumericQuestion,
    OrderQuestion,
    PredictKind,
    PredictQuestion,
    Question,
    ShapeQuestion,
    ShortQuestion,
    SingleQuestion,
    TrueFalseQuestion,
)

_FIELD = re.compile(r"\{(\w+)\}")


class _QuestionModel(FileModel):
    id: Id
    difficulty: int = Field(ge=1, le=5)
    source: tuple[Words, ...] = ()
    exercises: tuple[int, ...]
    misconceptions: tuple[Id, ...] = ()
    card: bool = False
    version_scope: str = ""
    stem: TextModel
    explain: TextModel
    params: dict[Key, Annotated[tuple[float, ...], Field(min_length=1)]] = Field(default_factory=dict)
    feedback_wrong: TextModel | None = None
    torch_key: str = ""

    def _common(self, quiz: str) -> dict[str, Any]:
        return {
            "id": self.id,
            "quiz": quiz,
            "stem": self.stem.text(),
            "explanation": self.explain.text(),
            "difficulty": self.difficulty,
            "source": self.source,
            "exercises": self.exercises,
            "misconceptions": self.misconceptions,
            "params": self.params,
            "feedback_wrong": self.feedback_wrong.text() if self.feedback_wrong else None,
            "version_scope": self.version_scope,
            "torch_key": self.torch_key,
            "card": self.card,
        }

    @model_validator(mode="after")
    def _parameters_are_told(self) -> Self:
        for language, stem in (("en", self.stem.en), ("zh", self.stem.zh)):
            missing = set(self.params) - set(_FIELD.findall(stem))
            if missing:
                raise ValueError(f"stem.{language} does not tell the parameter {', '.join(sorted(missing))}")
        return self


def _distinct(what: str, keys: list[str]) -> None:
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise ValueError(f"{what} key {', '.join(twice)} is used twice")


class SingleModel(_QuestionModel):
    """Exactly one option is right."""

    type: Literal["single"]
    option: tuple[OptionModel, ...] = Field(min_length=2, max_length=9)
    accept_groups: tuple[tuple[Words, ...], ...] = ()
    accept_need: int = 0

    @model_validator(mode="after")
    def _one_is_right(self) -> Self:
        _distinct("option", [option.key for option in self.option])
        right = sum(option.right for option in self.option)
        if right != 1:
            raise ValueError(f"{right} options are right, expected exactly 1")
        if any(option.right and option.misconception for option in self.option):
            raise ValueError("the right option names a misconception")
        return self

    def question(self, quiz: str) -> Question:
        """Return the domain's type."""
        options = tuple(option.option() for option in self.option)
        return SingleQuestion(
            **self._common(quiz),
            options=options,
            accept_groups=self.accept_groups,
            accept_need=self.accept_need,
        )


class TrueFalseModel(_QuestionModel):
    """A statement."""

    type: Literal["tf"]
    answer: bool
    wrong_feedback: TextModel
    right_feedback: TextModel = TextModel(en="Right.", zh="正确。")
    misconception: Id | None = None

    def question(self, quiz: str) -> Question:
        """Return the domain's type."""
        wrong, right = self.wrong_feedback.text(), self.right_feedback.text()
        return TrueFalseQuestion(
            **self._common(quiz),
            answer=self.answer,
            wrong_feedback=wrong,
            right_feedback=right,
            misconception=self.misconception,
        )


class MultiModel(_QuestionModel):
    """Any number of options is right, but at least one is and one is not."""

    type: Literal["multi"]
    option: tuple[OptionModel, ...] = Field(min_length=2, max_length=9)
    rule: MultiRule = MultiRule.NET_CORRECT

    @model_validator(mode="after")
    def _some_are_right(self) -> Self:
        _distinct("option", [option.key for option in self.option])
        right = sum(option.right for option in self.option)
        if right == 0 or right == len(self.option):
            raise ValueError(f"{right} of {len(self.option)} options are right, expected some but not all")
        return self

    def question(self, quiz: str) -> Question:
        """Return the domain's type."""
        options = tuple(option.option() for option in self.option)
        return MultiQuestion(**self._common(quiz), options=options, rule=self.rule)


class _WrongValues(_QuestionModel):
    wrong: tuple[WrongModel, ...] = ()

    def _wrong(self) -> tuple[Anticipated, ...]:
        return tuple(value.anticipated() for value in self.wrong)


class NumericModel(_WrongValues):
    """A number."""

    type: Literal["numeric"]
    answer: Words
    tolerance: ToleranceModel = ToleranceModel()

    def question(self, quiz: str) -> Question:
        """Return the domain's type."""
        tolerance = self.tolerance.tolerance()
        return NumericQuestion(
            **self._common(quiz), answer=self.answer, tolerance=tolerance, wrong=self._wrong()
        )


class ShortModel(_WrongValues):
    """A phrase."""

    type: Literal["short"]
    accept: tuple[Words, ...] = Field(min_length=1)

    def question(self, quiz: str) -> Question:
        """Return the domain's type."""
        return ShortQuestion(**self._common(quiz), accept=self.accept, wrong=self._wrong())


class ShapeModel(_WrongValues):
    """A shape."""

    type: Literal["shape"]
    answer: Words

    def question(self, quiz: str) -> Question:
        """Return the domain's type."""
        return ShapeQuestion(**self._common(quiz), answer=self.answer, wrong=self._wrong())


class FormulaModel(_WrongValues):
    """A formula in named symbols."""

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
        """Return the domain's type."""
        return FormulaQuestion(
            **self._common(quiz),
            answer=self.answer,
            symbols=self.symbols,
            synonyms=self.synonyms,
            positive=self.positive,
            wrong=self._wrong(),
            samples=self.samples,
        )


class OrderModel(_WrongValues):
    """Items to put in order."""

    type: Literal["order"]
    item: tuple[ItemModel, ...] = Field(min_length=2, max_length=9)
    answer: tuple[Key, ...]

    @model_validator(mode="after")
    def _answer_orders_all(self) -> Self:
        keys = [item.key for item in self.item]
        _distinct("item", keys)
        for order in (self.answer, *(tuple(value.value.split(",")) for value in self.wrong)):
            if sorted(order) != sorted(keys):
                raise ValueError(f"{','.join(order)} does not name every item once")
        return self

    def question(self, quiz: str) -> Question:
        """Return the domain's type."""
        items = tuple(item.item() for item in self.item)
        return OrderQuestion(**self._common(quiz), items=items, answer=self.answer, wrong=self._wrong())


class MatchModel(_WrongValues):
    """Pairs."""

    type: Literal["match"]
    left: tuple[ItemModel, ...] = Field(min_length=2, max_length=9)
    right: tuple[ItemModel, ...] = Field(min_length=2, max_length=9)
    answer: dict[Key, Key]

    @model_validator(mode="after")
    def _answer_pairs_all(self) -> Self:
        lefts, rights = [item.key for item in self.left], [item.key for item in self.right]
        _distinct("left", lefts)
        _distinct("right", rights)
        if set(self.answer) != set(lefts) or not set(self.answer.values()) <= set(rights):
            raise ValueError("answer does not give every left item one right item")
        for value in self.wrong:
            left, _, right = value.value.partition("=")
            if left not in lefts or right not in rights or self.answer[left] == right:
                raise ValueError(f"wrong value {value.value} is no wrong pair")
        return self

    def question(self, quiz: str) -> Question:
        """Return the domain's type."""
        left, right = (tuple(item.item() for item in side) for side in (self.left, self.right))
        return MatchQuestion(
            **self._common(quiz), left=left, right=right, answer=self.answer, wrong=self._wrong()
        )


class FillModel(_WrongValues):
    """A text with gaps."""

    type: Literal["fill"]
    blank: tuple[BlankModel, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _gaps_are_told(self) -> Self:
        keys = [blank.key for blank in self.blank]
        _distinct("blank", keys)
        for language, stem in (("en", self.stem.en), ("zh", self.stem.zh)):
            if len(re.findall(r"_{3,}", stem)) != len(keys):
                raise ValueError(f"stem.{language} does not have {len(keys)} gaps (____)")
        if any(value.blank not in keys for value in self.wrong):
            raise ValueError("every wrong value of a fill question names its blank")
        return self

    def question(self, quiz: str) -> Question:
        """Return the domain's type."""
        blanks = tuple(blank.blank() for blank in self.blank)
        return FillQuestion(**self._common(quiz), blanks=blanks, wrong=self._wrong())


class PredictModel(_WrongValues):
    """A prediction of what torch will do."""

    type: Literal["predict"]
    predict: PredictKind
    code: Words
    answer: Words
    tolerance: ToleranceModel = ToleranceModel()

    def question(self, quiz: str) -> Question:
        """Return the domain's type."""
        return PredictQuestion(
            **self._common(quiz),
            predict=self.predict,
            code=self.code.strip("\n"),
            answer=self.answer,
            tolerance=self.tolerance.tolerance(),
            wrong=self._wrong(),
        )


AnyQuestion = Annotated[
    SingleModel
    | TrueFalseModel
    | MultiModel
    | NumericModel
    | ShortModel
    | ShapeModel
    | FormulaModel
    | OrderModel
    | MatchModel
    | FillModel
    | PredictModel,
    Field(discriminator="type"),
]


class QuizModel(FileModel):
    """One file of questions on a topic."""

    title: TextModel
    question: tuple[AnyQuestion, ...]

    @model_validator(mode="after")
    def _there_are_questions(self) -> Self:
        # min_length would complain of a file whose questions are all faulty as well.
        if not self.question:
            raise ValueError("no question")
        return self

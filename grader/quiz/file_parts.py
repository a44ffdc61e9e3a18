"""What questions in TOML files have in common: their fields, texts, options, wrong values."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from grader.domain.text import Text
from grader.quiz.distractor import Anticipated, Option
from grader.quiz.drawn import names_in
from grader.quiz.piece import Piece
from grader.quiz.question import Question

Words = Annotated[str, Field(min_length=1)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Key = Annotated[str, Field(pattern=r"^\w+$")]


class FileModel(BaseModel):
    """A table of a quiz file: no unknown keys."""

    # Deferred: only the file's whole schema is ever built, not each model's own.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class TextModel(FileModel):
    """Both languages; neither may be missing or empty."""

    en: Words
    zh: Words

    def text(self) -> Text:
        """Return the domain's type."""
        return Text(en=self.en, zh=self.zh)


class OptionModel(TextModel):
    """One choice."""

    key: Key
    right: bool = False
    weight: float | None = Field(default=None, ge=-1, le=1)
    feedback: TextModel
    misconception: Id | None = None

    def option(self) -> Option:
        """Return the quiz room's type."""
        return Option(
            self.key, self.text(), self.feedback.text(), self.right, self.weight, self.misconception
        )


class PieceModel(TextModel):
    """Something to order or to match."""

    key: Key

    def piece(self) -> Piece:
        """Return the quiz room's type."""
        return Piece(self.key, self.text())


class WrongModel(FileModel):
    """An anticipated wrong value."""

    value: Words
    feedback: TextModel
    misconception: Id | None = None
    blank: Key | None = None

    def anticipated(self) -> Anticipated:
        """Return the quiz room's type."""
        return Anticipated(self.value, self.feedback.text(), self.misconception, self.blank)


class QuestionModel(FileModel):
    """What every question of a file has; a kind adds `type`, a literal of its own, and its key."""

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

    @abstractmethod
    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""

    def common(self, quiz: str) -> dict[str, Any]:
        """Return the fields of `Question`, by name."""
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
            missing = set(self.params) - names_in(stem)
            if missing:
                raise ValueError(f"stem.{language} does not tell the parameter {', '.join(sorted(missing))}")
        return self


class ForeseeingModel(QuestionModel):
    """A question whose wrong values may be foreseen, each with feedback of its own."""

    wrong: tuple[WrongModel, ...] = ()

    def common(self, quiz: str) -> dict[str, Any]:
        """Return the fields of `Question`, by name."""
        return {**super().common(quiz), "wrong": tuple(value.anticipated() for value in self.wrong)}


def require_distinct(what: str, keys: list[str]) -> None:
    """Raise ValueError where two of the keys are the same."""
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise ValueError(f"{what} key {', '.join(twice)} is used twice")

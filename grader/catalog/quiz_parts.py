"""The parts that questions in TOML files are made of: texts, options, wrong values, tolerances, gaps."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from grader.domain.question import Anticipated, Blank, Item, Option, Tolerance
from grader.domain.text import Text

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
        """Return the domain's type."""
        return Option(
            self.key, self.text(), self.feedback.text(), self.right, self.weight, self.misconception
        )


class ItemModel(TextModel):
    """Something to order or to match."""

    key: Key

    def item(self) -> Item:
        """Return the domain's type."""
        return Item(self.key, self.text())


class WrongModel(FileModel):
    """An anticipated wrong value."""

    value: Words
    feedback: TextModel
    misconception: Id | None = None
    blank: Key | None = None

    def anticipated(self) -> Anticipated:
        """Return the domain's type."""
        return Anticipated(self.value, self.feedback.text(), self.misconception, self.blank)


class ToleranceModel(FileModel):
    """How near a number must come."""

    absolute: float = Field(default=0.0, ge=0)
    relative: float = Field(default=1e-9, ge=0)
    significant_digits: int | None = Field(default=None, ge=1, le=12)
    low: Words | None = None
    high: Words | None = None

    def tolerance(self) -> Tolerance:
        """Return the domain's type."""
        return Tolerance(self.absolute, self.relative, self.significant_digits, self.low, self.high)

    @model_validator(mode="after")
    def _range_has_two_ends(self) -> Self:
        if (self.low is None) != (self.high is None):
            raise ValueError("a range needs both low and high")
        return self


class BlankModel(FileModel):
    """One gap."""

    key: Key
    accept: tuple[Words, ...] = Field(min_length=1)
    symbols: tuple[Words, ...] = ()
    synonyms: dict[str, str] = Field(default_factory=dict)

    def blank(self) -> Blank:
        """Return the domain's type."""
        return Blank(self.key, self.accept, self.symbols, self.synonyms)

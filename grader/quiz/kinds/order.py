"""An order: pieces in their right sequence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from pydantic import Field, model_validator

from grader.domain.text import Language, Text
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import ForeseeingModel, Key, PieceModel, require_distinct
from grader.quiz.fold import fold
from grader.quiz.outcome import FULL, Outcome, wrong_outcome
from grader.quiz.piece import Piece, joined, texts_of
from grader.quiz.places import several_places, unknown_keys
from grader.quiz.platform_answer import PlatformAnswers, PlatformType
from grader.quiz.question import Question
from grader.quiz.unreadable import Unreadable


class OrderModel(ForeseeingModel):
    """The question as its file has it."""

    type: Literal["order"]
    item: tuple[PieceModel, ...] = Field(min_length=2, max_length=9)
    answer: tuple[Key, ...]

    @model_validator(mode="after")
    def _answer_orders_all(self) -> Self:
        keys = [item.key for item in self.item]
        require_distinct("item", keys)
        for order in (self.answer, *(tuple(value.value.split(",")) for value in self.wrong)):
            if sorted(order) != sorted(keys):
                raise ValueError(f"{','.join(order)} does not name every item once")
        return self

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        pieces = tuple(item.piece() for item in self.item)
        return OrderQuestion(**self.common(quiz), pieces=pieces, answer=self.answer)


@dataclass(frozen=True, kw_only=True)
class OrderQuestion(Question):
    """`answer` holds the keys in their right order."""

    pieces: tuple[Piece, ...]
    answer: tuple[str, ...]

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        return Text(en="All numbers in the right order", zh="按正确顺序输入全部编号")

    @property
    def listed(self) -> tuple[str, ...]:
        """The pieces' keys."""
        return tuple(piece.key for piece in self.pieces)

    def numbered(self, drawn: Drawn) -> tuple[Text, ...]:
        """Return the pieces."""
        texts = texts_of(self.pieces)
        return tuple(texts[key] for key in drawn.order)

    def read_typed(self, text: str, drawn: Drawn) -> str:
        """Read all the numbers. Raises Unreadable."""
        places = several_places(fold(text), len(drawn.order))
        if sorted(places) != list(range(len(drawn.order))):
            raise Unreadable(_all_of(len(drawn.order)))
        return ",".join(drawn.order[place] for place in places)

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read all the keys, split by commas. Raises Unreadable."""
        keys = [part.strip() for part in fold(text).split(",")]
        if sorted(keys) != sorted(drawn.order):
            raise unknown_keys(drawn.order)
        return ",".join(keys)

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """All or nothing: a share of rightly ordered pairs would give half the marks to a coin."""
        keys = tuple(answer.split(","))
        if keys == self.answer:
            return FULL
        foreseen = wrong_outcome(self.wrong, lambda value: tuple(value.split(",")) == keys)
        return foreseen if foreseen.feedback else Outcome(0.0, (self._first_slip(keys),))

    def key(self, drawn: Drawn) -> str:
        """Return the keys in their right order."""
        return ",".join(self.answer)

    def key_words(self, drawn: Drawn) -> Text:
        """Return the pieces in their right order."""
        texts = texts_of(self.pieces)
        return joined([texts[key] for key in self.answer], " → ", " → ")

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return each place with its piece."""
        texts = texts_of(self.pieces)
        pairs = [(f"{place}.", texts[key].get(language)) for place, key in enumerate(self.answer, start=1)]
        return PlatformAnswers(PlatformType.MATCH, pairs=tuple(pairs))

    def _first_slip(self, keys: tuple[str, ...]) -> Text:
        texts = texts_of(self.pieces)
        at = next(place for place, key in enumerate(keys) if key != self.answer[place])
        first, second = texts[self.answer[at]], texts[keys[at]]
        return Text(en=f'"{first.en}" comes before "{second.en}".', zh=f"“{first.zh}”在“{second.zh}”之前。")


def _all_of(count: int) -> Text:
    return Text(
        en=f"Type all the numbers from 1 to {count} in the right order.",
        zh=f"请按正确的顺序输入 1 到 {count} 的全部数字。",
    )

"""Pairs: each piece on the left belongs to one on the right, which may serve several."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from pydantic import Field, model_validator

from grader.domain.text import Language, Text
from grader.quiz.distractor import Anticipated
from grader.quiz.drawn import Drawn
from grader.quiz.file_parts import ForeseeingModel, Key, PieceModel, require_distinct
from grader.quiz.fold import fold
from grader.quiz.outcome import Outcome, wrong_outcome
from grader.quiz.piece import Piece, joined, texts_of
from grader.quiz.places import unknown_keys
from grader.quiz.platform_answer import PlatformAnswers, PlatformType
from grader.quiz.question import Question
from grader.quiz.unreadable import Unreadable


class MatchModel(ForeseeingModel):
    """The question as its file has it."""

    type: Literal["match"]
    left: tuple[PieceModel, ...] = Field(min_length=2, max_length=9)
    right: tuple[PieceModel, ...] = Field(min_length=2, max_length=9)
    answer: dict[Key, Key]

    @model_validator(mode="after")
    def _answer_pairs_all(self) -> Self:
        lefts, rights = [item.key for item in self.left], [item.key for item in self.right]
        require_distinct("left", lefts)
        require_distinct("right", rights)
        if set(self.answer) != set(lefts) or not set(self.answer.values()) <= set(rights):
            raise ValueError("answer does not give every left item one right item")
        for value in self.wrong:
            left, _, right = value.value.partition("=")
            if left not in lefts or right not in rights or self.answer[left] == right:
                raise ValueError(f"wrong value {value.value} is no wrong pair")
        return self

    def question(self, quiz: str) -> Question:
        """Return the question of the quiz of this name."""
        left, right = (tuple(item.piece() for item in side) for side in (self.left, self.right))
        return MatchQuestion(**self.common(quiz), left=left, right=right, answer=self.answer)


@dataclass(frozen=True, kw_only=True)
class MatchQuestion(Question):
    """`answer` gives each left key its right key; a foreseen wrong value is one pair, "l1=r2"."""

    left: tuple[Piece, ...]
    right: tuple[Piece, ...]
    answer: Mapping[str, str]

    @property
    def how_to_answer(self) -> Text:
        """What is to be typed."""
        return Text(en="A letter for each number, such as 1b 2a", zh="为每个编号选一个字母，例如 1b 2a")

    @property
    def listed(self) -> tuple[str, ...]:
        """The right-hand keys."""
        return tuple(piece.key for piece in self.right)

    def numbered(self, drawn: Drawn) -> tuple[Text, ...]:
        """Return the left-hand pieces."""
        return tuple(piece.text for piece in self.left)

    def lettered(self, drawn: Drawn) -> tuple[Text, ...]:
        """Return the right-hand pieces."""
        texts = texts_of(self.right)
        return tuple(texts[key] for key in drawn.order)

    def read_typed(self, text: str, drawn: Drawn) -> str:
        """Read a letter for each number. Raises Unreadable."""
        places = _letters(fold(text), len(self.left), len(drawn.order))
        return _paired({piece.key: drawn.order[at] for piece, at in zip(self.left, places, strict=True)})

    def read_canonical(self, text: str, drawn: Drawn) -> str:
        """Read "l1=r2,l2=r1", in any order. Raises Unreadable."""
        lefts = tuple(piece.key for piece in self.left)
        pairs = _pairs(",".join(part.strip() for part in fold(text).split(",") if "=" in part))
        if set(pairs) != set(lefts) or not set(pairs.values()) <= set(drawn.order):
            raise unknown_keys((*lefts, *drawn.order))
        return _paired({left: pairs[left] for left in lefts})

    def outcome(self, answer: str, drawn: Drawn) -> Outcome:
        """Mark pair by pair, the wrong ones each with a sentence."""
        lefts, rights = texts_of(self.left), texts_of(self.right)
        feedback: list[Text] = []
        misconceptions: list[str] = []
        for left, right in _pairs(answer).items():
            if self.answer[left] == right:
                continue
            foreseen = self._foreseen(f"{left}={right}")
            misconceptions.extend(foreseen.misconceptions)
            feedback.append(_wrong_pair(lefts[left], rights[right], foreseen.feedback))
        return Outcome(1 - len(feedback) / len(lefts), tuple(feedback), tuple(misconceptions))

    @property
    def guess_percent(self) -> float | None:
        """One of the right-hand pieces for each."""
        return 100 / len(self.right)

    def key(self, drawn: Drawn) -> str:
        """Return every pair."""
        return _paired({piece.key: self.answer[piece.key] for piece in self.left})

    def key_words(self, drawn: Drawn) -> Text:
        """Return every pair in words."""
        rights = texts_of(self.right)
        return joined(joined((each.text, rights[self.answer[each.key]]), " → ", " → ") for each in self.left)

    def platform_answers(self, drawn: Drawn, language: Language) -> PlatformAnswers:
        """Return every pair, then the right-hand pieces that belong to none."""
        rights = {key: text.get(language) for key, text in texts_of(self.right).items()}
        pairs = [(piece.text.get(language), rights[self.answer[piece.key]]) for piece in self.left]
        pairs += [("", text) for key, text in rights.items() if key not in self.answer.values()]
        return PlatformAnswers(PlatformType.MATCH, pairs=tuple(pairs))

    def wrong_answer(self, value: Anticipated, drawn: Drawn) -> str:
        """Return the key with the one foreseen wrong pair."""
        return _paired(_pairs(self.key(drawn)) | _pairs(value.value))

    def _foreseen(self, pair: str) -> Outcome:
        return wrong_outcome(self.wrong, lambda value: value == pair)


def _pairs(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in text.split(",") if part)


def _paired(pairs: Mapping[str, str]) -> str:
    return ",".join(f"{left}={right}" for left, right in pairs.items())


def _wrong_pair(left: Text, right: Text, foreseen: tuple[Text, ...]) -> Text:
    if foreseen:
        return Text(en=f'"{left.en}": {foreseen[0].en}', zh=f"“{left.zh}”：{foreseen[0].zh}")
    return Text(
        en=f'"{left.en}" does not go with "{right.en}".',
        zh=f"“{left.zh}”不应与“{right.zh}”配对。",
    )


def _letters(folded: str, lefts: int, rights: int) -> list[int]:
    """Read "1b 2a 3c", "b a c" or "bac" into places of the right-hand list, one for each left piece."""
    last = chr(ord("a") + rights - 1)
    reason = Text(
        en=f"Type {lefts} letters from a to {last}, one for each number in turn, such as 1b 2a.",
        zh=f"请按编号顺序输入 {lefts} 个字母（a 到 {last}），例如 1b 2a。",
    )
    pairs = re.findall(r"(\d{1,2})\s*[-=:.]?\s*([a-z])", folded.casefold())
    plain = re.sub(r"[\s,;]", "", folded.casefold())
    if pairs and len(re.sub(r"[\s,;\-=:.]", "", folded)) == sum(len(n) + len(letter) for n, letter in pairs):
        given = {int(number): letter for number, letter in pairs}
        if len(given) != len(pairs) or set(given) != set(range(1, lefts + 1)):
            raise Unreadable(reason)
        letters = [given[number] for number in range(1, lefts + 1)]
    elif re.fullmatch(r"[a-z]+", plain):
        letters = list(plain)
    else:
        raise Unreadable(reason)
    places = [ord(letter) - ord("a") for letter in letters]
    if len(places) != lefts or any(place >= rights for place in places):
        raise Unreadable(reason)
    return places

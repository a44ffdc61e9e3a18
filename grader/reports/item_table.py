"""Items beside their figures, with words for those that work badly."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grader.domain.text import Text
from grader.reports.item_analysis import LEAST_ATTEMPTS, ItemFigures, TestFigures


class ItemTrouble(StrEnum):
    """What is wrong with an item, the gravest first."""

    BACKWARDS = "backwards"
    HARDER_THAN_CHANCE = "harder_than_chance"
    TOO_HARD = "too_hard"
    WEAK = "weak"
    TOO_EASY = "too_easy"


TROUBLES = {
    ItemTrouble.BACKWARDS: Text(
        "the better people are, the more often they fail it: look for a fault in the item itself",
        "水平越高的人反而越容易错：请检查题目本身是否有误",
    ),
    ItemTrouble.HARDER_THAN_CHANCE: Text(
        "answered worse than by guessing: a distractor convinces, or the key is wrong",
        "得分比瞎猜还低：某个干扰项太有说服力，或者答案设错了",
    ),
    ItemTrouble.TOO_HARD: Text("hardly anybody gets it right", "几乎没有人做对"),
    ItemTrouble.WEAK: Text(
        "says little about who understands: those who know and those who do not do equally well",
        "区分度低：会与不会的人得分差不多",
    ),
    ItemTrouble.TOO_EASY: Text(
        "nearly everybody gets it right: it tells you little", "几乎人人都对：提供的信息很少"
    ),
}
FAULTY = (ItemTrouble.BACKWARDS, ItemTrouble.HARDER_THAN_CHANCE, ItemTrouble.TOO_HARD, ItemTrouble.WEAK)
"""Too easy an item is told, but it is no fault: a first check should be easy."""


@dataclass(frozen=True)
class ChosenAnswer:
    """One answer that was given: how often, and the mean total (percent) of those who gave it.

    `label` is the option's words, or the canonical answer where there are no options.
    """

    key: str
    label: Text
    right: bool
    count: int
    share: float
    mean_total: float | None
    misconception: str | None = None


@dataclass(frozen=True)
class Item:
    """A check, an exercise or a question with its figures.

    `guess` is the score in percent that blind guessing earns in the mean, None where nothing can be guessed;
    `median_seconds` is known of questions alone.
    """

    id: str
    title: Text
    figures: ItemFigures
    guess: float | None = None
    median_seconds: float | None = None
    choices: tuple[ChosenAnswer, ...] = ()

    @property
    def trouble(self) -> ItemTrouble | None:
        """What is wrong with it, if anything is and enough people met it to say so."""
        figures = self.figures
        if figures.attempts < LEAST_ATTEMPTS or figures.facility is None:
            return None
        if figures.discrimination is not None and figures.discrimination < 0:
            return ItemTrouble.BACKWARDS
        if self.guess is not None and figures.facility < self.guess:
            return ItemTrouble.HARDER_THAN_CHANCE
        if figures.facility < 15:
            return ItemTrouble.TOO_HARD
        if figures.discrimination is not None and figures.discrimination < 15:
            return ItemTrouble.WEAK
        return ItemTrouble.TOO_EASY if figures.facility > 95 else None


@dataclass(frozen=True)
class ItemTable:
    """The items of one test: an exercise's checks, a quiz's questions, or the exercises of the whole run."""

    id: str
    title: Text
    test: TestFigures
    items: tuple[Item, ...]


def suppressed(table: ItemTable) -> Text | None:
    """The sentence that says why figures are missing, None where people are enough."""
    count = max((item.figures.attempts for item in table.items), default=0)
    if count >= LEAST_ATTEMPTS:
        return None
    return Text(
        f"{count} took part; below {LEAST_ATTEMPTS}, discrimination and consistency are chance and are left out.",
        f"仅 {count} 人参与；少于 {LEAST_ATTEMPTS} 人时区分度和一致性只是偶然，因此不给出。",
    )


def consistency_words(table: ItemTable) -> Text | None:
    """How reliable the test is, by its internal consistency."""
    consistency = table.test.consistency
    if consistency is None:
        return None
    if consistency > 75:
        return Text("good", "良好")
    return Text("fair", "尚可") if consistency >= 64 else Text("poor", "较差")

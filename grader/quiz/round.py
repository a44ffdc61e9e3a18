"""A round of review: the due cards one after the other, each rating kept with the state that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

from grader.domain.mark import CardState, Rating, Review
from grader.domain.text import Text
from grader.quiz.bank import by_id, load_quizzes
from grader.quiz.instance import Instance, draw
from grader.quiz.memory import QuizMemory
from grader.quiz.question import Question
from grader.quiz.selection import history_of
from grader.quiz.spacing import deck, due_cards, preview, rate

Clock = Callable[[], datetime]


@dataclass(frozen=True)
class DueCard:
    """A card to show: the question (drawn with a seed of its own that stays) and its state."""

    instance: Instance
    state: CardState


class Round:
    """The due cards of one learner at one time, `count` of the `due_in_all` at most."""

    def __init__(
        self, bank: Mapping[str, Question], memory: QuizMemory, clock: Clock, learner: str, count: int
    ) -> None:
        self._bank = bank
        self._memory = memory
        self._clock = clock
        self._learner = learner
        due = due_cards(self._deck(), clock())
        self.due_in_all = len(due)
        self.cards = tuple(
            DueCard(draw(bank[state.card], _reviews_seed(state)), state) for state in due[:count]
        )

    def preview(self, card: DueCard) -> Mapping[Rating, timedelta]:
        """Return the time until the next review under each rating."""
        return preview(card.state, self._clock())

    def rate(self, card: DueCard, rating: Rating, seconds: float) -> CardState:
        """Keep a rating and return the card's next state."""
        now = self._clock()
        state = rate(card.state, rating, now)
        self._memory.record_review(self._learner, Review(card.state.card, rating, now, seconds), state)
        return state

    def next_due(self) -> datetime | None:
        """Return when the next card is due; None where there is no card at all."""
        return min((state.due for state in self._deck()), default=None)

    def due_now(self) -> int:
        """Return how many cards are due at this moment."""
        return len(due_cards(self._deck(), self._clock()))

    def _deck(self) -> tuple[CardState, ...]:
        sessions, sightings = self._memory.sessions(self._learner), self._memory.sightings(self._learner)
        history = history_of(sessions, sightings)
        return deck(self._bank.values(), self._memory.cards(self._learner), history, self._clock())


def due_questions(
    course: Path, memory: QuizMemory, clock: Clock, count: int
) -> Callable[[str], tuple[Text, ...]]:
    """A way to tell the questions of a learner's due cards, `count` at most; the bank is read at the first one."""
    bank = cache(lambda: by_id(load_quizzes(course)))

    def of(learner: str) -> tuple[Text, ...]:
        return tuple(card.instance.stem for card in Round(bank(), memory, clock, learner, count).cards)

    return of


def _reviews_seed(state: CardState) -> int:
    """Give a card other parameters after each review, and the same ones until then."""
    return int(state.last_review.timestamp()) if state.last_review is not None else 0

"""Spaced repetition with FSRS: which cards there are, which are due, what each rating would lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from fsrs import Card, Scheduler, State
from fsrs import Rating as FsrsRating

from grader.domain.mark import CardPhase, CardState, Rating
from grader.quiz.question import Question
from grader.quiz.selection import History


def new_card(card: str, now: datetime) -> CardState:
    """Return a card that was never reviewed: due at once."""
    return CardState(card, CardPhase.LEARNING, 0, None, None, now, None)


def deck(
    questions: Iterable[Question], known: Iterable[CardState], history: History, now: datetime
) -> tuple[CardState, ...]:
    """Return the learner's cards, due ones first: review cards, questions missed, cards met before.

    A card whose question has left the course is left out.
    """
    states = {state.card: state for state in known}
    cards = []
    for question in questions:
        last = history.last.get(question.id)
        missed = last is not None and last.fraction < 1.0
        if question.id in states:
            cards.append(states[question.id])
        elif question.card or missed:
            cards.append(new_card(question.id, now))
    return tuple(sorted(cards, key=lambda state: state.due))


def due_cards(cards: Iterable[CardState], now: datetime) -> tuple[CardState, ...]:
    """Return the cards that are due at `now`."""
    return tuple(card for card in cards if card.due <= now)


def rate(state: CardState, rating: Rating, now: datetime) -> CardState:
    """Return the card's state after a rating, without FSRS's random fuzz: it is what `preview` promised."""
    reviewed, _ = _scheduler().review_card(_card(state), FsrsRating(int(rating)), now)
    return CardState(
        card=state.card,
        phase=CardPhase(int(reviewed.state)),
        step=reviewed.step,
        stability=reviewed.stability,
        difficulty=reviewed.difficulty,
        due=reviewed.due,
        last_review=reviewed.last_review,
    )


def preview(state: CardState, now: datetime) -> Mapping[Rating, timedelta]:
    """Return the time until the next review under each rating."""
    return {rating: rate(state, rating, now).due - now for rating in Rating}


def _scheduler() -> Scheduler:
    return Scheduler(enable_fuzzing=False)


def _card(state: CardState) -> Card:
    return Card(
        card_id=0,  # FSRS wants a number and uses it for nothing
        state=State(int(state.phase)),
        step=state.step,
        stability=state.stability,
        difficulty=state.difficulty,
        due=state.due,
        last_review=state.last_review,
    )

"""Spaced repetition: what becomes a card, when it is due, and what each rating promises and keeps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.domain.mark import CardPhase, CardState, Rating
from grader.quiz.memory import TransientMemory
from grader.quiz.selection import History, LastAnswer
from grader.quiz.spacing import deck, due_cards, new_card, preview, rate
from grader.workflows.review_cards import begin_round
from tests.quiz.bank import ROOT, questions

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
EMPTY = History({}, {})

ratings = st.lists(st.sampled_from(list(Rating)), max_size=12)


def test_the_six_review_cards_and_every_missed_question_are_the_deck() -> None:
    """A right answer makes no card, a missed one does, and the course's own cards are always there."""
    history = History(
        {
            "ffn-03-no-activation": LastAnswer(0.5, NOW),
            "ffn-04-equivalent-descriptions": LastAnswer(1.0, NOW),
        },
        {},
    )
    cards = {state.card for state in deck(questions(), [], history, NOW)}
    assert sum(card.startswith("rc-") for card in cards) == 6
    assert cards - {card for card in cards if card.startswith("rc-")} == {"ffn-03-no-activation"}


def test_a_card_stays_when_its_question_was_answered_since_and_goes_with_its_question() -> None:
    """Once met, a card keeps its state; a card of a question that left the course is not shown."""
    known = [rate(new_card("ffn-03-no-activation", NOW), Rating.GOOD, NOW), new_card("gone-question", NOW)]
    cards = deck(questions(), known, EMPTY, NOW)
    assert known[0] in cards
    assert "gone-question" not in {state.card for state in cards}


@given(ratings, st.sampled_from(list(Rating)))
@settings(max_examples=200, deadline=None)
def test_the_preview_is_what_the_rating_does(history: list[Rating], rating: Rating) -> None:
    """The interval beside a rating is the one that it leads to, and better ratings are never sooner."""
    state, now = new_card("x", NOW), NOW
    for each in history:
        state = rate(state, each, now)
        now = state.due
    spans = preview(state, now)
    assert rate(state, rating, now).due - now == spans[rating]
    assert spans[Rating.AGAIN] <= spans[Rating.HARD] <= spans[Rating.GOOD] <= spans[Rating.EASY]


def test_good_answers_space_out_and_again_brings_back() -> None:
    """After five goods the next review is weeks away; one again brings it back within the hour."""
    state, now = new_card("x", NOW), NOW
    spans = []
    for _ in range(6):
        state = rate(state, Rating.GOOD, now)
        spans.append(state.due - now)
        now = state.due
    assert spans == sorted(spans)
    assert spans[-1] > timedelta(days=21)
    lapsed = rate(state, Rating.AGAIN, now)
    assert lapsed.phase is CardPhase.RELEARNING
    assert lapsed.due - now < timedelta(hours=1)


def test_only_due_cards_are_due() -> None:
    """A card is due at its time and not before."""
    early = CardState("a", CardPhase.REVIEW, None, 3.0, 5.0, NOW + timedelta(seconds=1), NOW)
    late = CardState("b", CardPhase.REVIEW, None, 3.0, 5.0, NOW, NOW)
    assert due_cards([early, late], NOW) == (late,)


def test_a_round_empties_the_deck() -> None:
    """Each rating leads to the state that was promised, and a rated card is no longer due."""
    memory = TransientMemory()
    cards = begin_round(ROOT, memory, lambda: NOW, "me")
    assert len(cards.cards) == 6
    for card in cards.cards:
        promised = cards.preview(card)[Rating.EASY]
        assert cards.rate(card, Rating.EASY, 2.5).due == NOW + promised
    assert begin_round(ROOT, memory, lambda: NOW, "me").cards == ()
    due = cards.next_due()
    assert due is not None
    assert due > NOW + timedelta(days=1)
    assert len(begin_round(ROOT, memory, lambda: NOW, "somebody else").cards) == 6

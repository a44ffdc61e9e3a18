"""The choice of questions: one rule, and what it does to simulated learners."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from grader.domain.mark import QuizAnswer, QuizSession, Sighting, SightingSource
from grader.domain.text import Language
from grader.quiz.instance import draw
from grader.quiz.marking import mark
from grader.quiz.question import Question
from grader.quiz.selection import History, LastAnswer, choose, history_of, priority
from tests.quiz.bank import key, question, questions, wrong_answers

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)
EMPTY = History({}, {})


def seen(misconception: str, at: datetime) -> Sighting:
    """A diagnosis of graded code."""
    return Sighting(misconception, SightingSource.EXERCISE, at)


def test_missed_comes_before_new_and_new_before_known() -> None:
    """The order is: missed, never asked, known a week ago, known just now."""
    asked = question("ffn-03-no-activation")
    missed = priority(asked, History({asked.id: LastAnswer(0.0, NOW - DAY)}, {}), NOW)
    half = priority(asked, History({asked.id: LastAnswer(0.5, NOW - DAY)}, {}), NOW)
    new = priority(asked, EMPTY, NOW)
    rested = priority(asked, History({asked.id: LastAnswer(1.0, NOW - 9 * DAY)}, {}), NOW)
    known = priority(asked, History({asked.id: LastAnswer(1.0, NOW)}, {}), NOW)
    assert missed > half > new > rested > known > 0


def test_a_diagnosis_brings_its_question_forward_until_it_is_answered_rightly() -> None:
    """A sighting counts if it is newer than the last right answer."""
    asked = question("ffn-03-no-activation")
    before = History({asked.id: LastAnswer(1.0, NOW)}, {"ffn-no-activation": NOW - DAY})
    after = History({asked.id: LastAnswer(1.0, NOW - DAY)}, {"ffn-no-activation": NOW})
    unrelated = History({asked.id: LastAnswer(1.0, NOW - DAY)}, {"mask-inverted": NOW})
    assert priority(asked, after, NOW) > priority(asked, before, NOW) + 3
    assert priority(asked, unrelated, NOW) < 1.0


def test_the_newest_answer_counts() -> None:
    """A question missed first and known later is known."""

    def session(number: int, fraction: float) -> QuizSession:
        at = NOW - (10 - number) * DAY
        answer = QuizAnswer("x", 0, {}, "a", fraction, (), at, 1.0)
        return QuizSession(str(number), "me", "q", Language.EN, ("x",), (0,), at, (answer,), at)

    assert history_of([session(1, 0.0), session(2, 1.0)], []).last["x"].fraction == 1.0
    assert history_of([session(2, 1.0), session(1, 0.0)], []).last["x"].fraction == 1.0


def test_without_a_history_the_bank_keeps_its_order() -> None:
    """A first sitting asks in the order of the file, and all of it."""
    pool = questions()[:12]
    assert choose(pool, EMPTY, NOW, None, random.Random(0)) == pool
    assert choose(pool, EMPTY, NOW, 99, random.Random(0)) == pool


def test_a_count_draws_without_repeats() -> None:
    """Exactly as many as asked for, none twice, the most urgent first."""
    pool = questions()
    history = History({}, {"ffn-no-activation": NOW})
    chosen = choose(pool, history, NOW, 15, random.Random(3))
    assert len({each.id for each in chosen}) == 15
    weights = [priority(each, history, NOW) for each in chosen]
    assert weights == sorted(weights, reverse=True)


def simulate(weak: str, adaptive: bool, seed: int) -> int:
    """Rounds of ten until a learner, whose one fault is `weak`, has met it five times."""
    source = random.Random(seed)
    pool = questions()
    sessions: list[QuizSession] = []
    sightings = [seen(weak, NOW)]
    met = 0
    for day in range(1, 80):
        now = NOW + day * DAY
        history = history_of(sessions, sightings) if adaptive else EMPTY
        answers = []
        for asked in choose(pool, history, now, 10, source):
            tied = weak in asked.beliefs
            met += tied
            answers.append(_answer(asked, tied, now))
        ids = tuple(answer.question for answer in answers)
        sessions.append(
            QuizSession(str(day), "me", "all", Language.EN, ids, (0,) * 10, now, tuple(answers), now)
        )
        sightings += [
            Sighting(m, SightingSource.QUIZ, now) for answer in answers for m in answer.misconceptions
        ]
        if met >= 5:
            return day
    return 80


def _answer(asked: Question, errs: bool, now: datetime) -> QuizAnswer:
    instance = draw(asked, 0)
    wrong = wrong_answers(instance)
    text = wrong[0][0] if errs and wrong else key(instance)
    got = mark(instance, text)
    return QuizAnswer(asked.id, 0, {}, text, got.fraction, got.misconceptions, now, 1.0)


@pytest.mark.parametrize("weak", ["ffn-no-activation", "ln-unbiased-variance", "torch-batch-first-missing"])
def test_a_simulated_learner_meets_her_misconception_at_least_twice_as_soon(weak: str) -> None:
    """Over 20 learners each, adaptive rounds lead to five meetings in at most half the rounds of chance."""
    adaptive = sum(simulate(weak, True, seed) for seed in range(20))
    by_chance = sum(simulate(weak, False, seed) for seed in range(20))
    assert adaptive * 2 <= by_chance, (adaptive, by_chance)


def test_a_simulated_learner_who_knows_everything_still_sees_the_whole_bank() -> None:
    """No question starves: 60 rounds of ten reach at least 95 % of the bank."""
    source = random.Random(1)
    sessions: list[QuizSession] = []
    met: set[str] = set()
    for day in range(60):
        now = NOW + day * DAY
        chosen = choose(questions(), history_of(sessions, []), now, 10, source)
        answers = tuple(_answer(asked, False, now) for asked in chosen)
        ids = tuple(asked.id for asked in chosen)
        sessions.append(QuizSession(str(day), "me", "all", Language.EN, ids, (0,) * 10, now, answers, now))
        met |= set(ids)
    assert len(met) >= 0.95 * len(questions())

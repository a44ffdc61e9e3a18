"""Which questions come next: what was missed comes sooner, so does what a seen misconception is tied to.

The whole rule is `priority`; everything else draws by it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from grader.domain.mark import QuizSession, Sighting
from grader.quiz.question import Question

UNSEEN = 2.0
KNOWN = 0.5
MISSED = 4.0
TIED = 4.0
RESTED = timedelta(days=7)


@dataclass(frozen=True)
class LastAnswer:
    """The newest answer to a question: its mark, and when."""

    fraction: float
    answered_at: datetime


@dataclass(frozen=True)
class History:
    """The newest answer to each question, and the newest sighting of each misconception, of one learner."""

    last: Mapping[str, LastAnswer]
    seen: Mapping[str, datetime]


def history_of(sessions: Iterable[QuizSession], sightings: Iterable[Sighting]) -> History:
    """Return the history that sessions and sightings (oldest first) amount to."""
    last: dict[str, LastAnswer] = {}
    for session in sessions:
        for answer in session.answers:
            known = last.get(answer.question)
            if known is None or known.answered_at <= answer.answered_at:
                last[answer.question] = LastAnswer(answer.fraction, answer.answered_at)
    seen: dict[str, datetime] = {}
    for sighting in sightings:
        known_at = seen.get(sighting.misconception)
        if known_at is None or known_at < sighting.seen_at:
            seen[sighting.misconception] = sighting.seen_at
    return History(last, seen)


def priority(question: Question, history: History, now: datetime) -> float:
    """Return how soon a question should come; above 0, and 1 for one that was known a week ago.

    Never asked: 2. Last time wrong: 1 + 4 times what was missed. Last time right: 0.5, back to 1 in a week.
    In each case 4 more if a misconception of the question was seen, in code or in an answer, after the
    question was last answered rightly.
    """
    last = history.last.get(question.id)
    if last is None:
        base = UNSEEN
    elif last.fraction < 1.0:
        base = 1.0 + MISSED * (1.0 - last.fraction)
    else:
        rest = min(1.0, max(0.0, (now - last.answered_at) / RESTED))
        base = KNOWN + (1.0 - KNOWN) * rest
    return base + (TIED if _is_tied(question, history) else 0.0)


def choose(
    questions: tuple[Question, ...], history: History, now: datetime, count: int | None, source: random.Random
) -> tuple[Question, ...]:
    """Return `count` questions (all for None), the most urgent first; equals keep the order of the bank.

    Fewer than all are drawn without replacement with `priority` as the weight (Efraimidis and Spirakis 2006),
    so that a known question still comes now and then.
    """
    weights = {question.id: priority(question, history, now) for question in questions}
    chosen = questions
    if count is not None and count < len(questions):
        keys = {question.id: source.random() ** (1.0 / weights[question.id]) for question in questions}
        drawn = sorted(questions, key=lambda question: keys[question.id], reverse=True)[:count]
        ids = {question.id for question in drawn}
        chosen = tuple(question for question in questions if question.id in ids)
    return tuple(sorted(chosen, key=lambda question: -weights[question.id]))


def _is_tied(question: Question, history: History) -> bool:
    last = history.last.get(question.id)
    since = last.answered_at if last is not None and last.fraction >= 1.0 else None
    seen_at = [history.seen[each] for each in question.beliefs if each in history.seen]
    return any(since is None or at > since for at in seen_at)

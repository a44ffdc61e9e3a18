"""Where a learner stands on the ladder: what is done, what is next and why, by concept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from grader.domain.exercise import Exercise
from grader.domain.record import Standing


class State(StrEnum):
    """How far an exercise has come."""

    DONE = "done"
    STARTED = "started"
    OPEN = "open"
    WAITING = "waiting"


@dataclass(frozen=True)
class Rung:
    """One exercise of the ladder for one learner; `missing` are exercises that should come before it."""

    exercise: Exercise
    state: State
    standing: Standing | None
    missing: tuple[int, ...]


def ladder(exercises: Sequence[Exercise], standings: Sequence[Standing]) -> tuple[Rung, ...]:
    """The rungs in order; an exercise waits while one that it builds on is not accepted (it may be tried all the same)."""
    by_number = {standing.exercise_number: standing for standing in standings}
    done = {number for number, standing in by_number.items() if standing.accepted}
    rungs = []
    for exercise in exercises:
        standing = by_number.get(exercise.number)
        missing = tuple(n for n in exercise.needs if n not in done)
        if exercise.number in done:
            state = State.DONE
        elif standing is not None:
            state = State.STARTED
        else:
            state = State.WAITING if missing else State.OPEN
        rungs.append(Rung(exercise, state, standing, missing))
    return tuple(rungs)


def next_rung(rungs: Sequence[Rung]) -> Rung | None:
    """What to do next: what was started, else the first open exercise; None when all are done."""
    for state in (State.STARTED, State.OPEN, State.WAITING):
        found = next((rung for rung in rungs if rung.state is state), None)
        if found is not None:
            return found
    return None

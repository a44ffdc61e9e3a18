"""Where a learner stands on the ladder: what is done, what is next, whether a file is still what was graded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.record import LearnerStanding
from grader.intake.source_file import is_untouched, read_submission
from grader.workflows.working_folder import files_of


class State(StrEnum):
    """How far an exercise has come."""

    DONE = "done"
    STARTED = "started"
    OPEN = "open"
    WAITING = "waiting"


class FileState(StrEnum):
    """What the file in the working folder is, by the digest of its source, to what was graded."""

    ABSENT = "absent"
    STUB = "stub"
    ACCEPTED = "accepted"
    GRADED = "graded"
    CHANGED = "changed"


@dataclass(frozen=True)
class Rung:
    """One exercise of the ladder for one learner.

    `missing` are exercises that should come before it, `opens` those that build on it and are not done.
    """

    exercise: Exercise
    state: State
    standing: LearnerStanding | None
    missing: tuple[int, ...]
    opens: tuple[int, ...] = ()
    file: FileState = FileState.ABSENT


def ladder(
    exercises: Sequence[Exercise], standings: Sequence[LearnerStanding], folder: Path | None = None
) -> tuple[Rung, ...]:
    """The rungs in order; an exercise waits while one that it
    builds on is not accepted (it may be tried all the same).

    `folder` is the working folder whose files are compared with what was graded; None looks at no file.
    """
    by_number = {standing.exercise_number: standing for standing in standings}
    done = {number for number, standing in by_number.items() if standing.accepted}
    rungs = []
    for exercise in exercises:
        standing = by_number.get(exercise.number)
        missing = tuple(n for n in exercise.needs if n not in done)
        file = file_state(exercise, standing, folder) if folder is not None else FileState.ABSENT
        if exercise.number in done:
            state = State.DONE
        elif standing is not None or file is FileState.CHANGED:
            state = State.STARTED
        else:
            state = State.WAITING if missing else State.OPEN
        opens = tuple(e.number for e in exercises if exercise.number in e.needs and e.number not in done)
        rungs.append(Rung(exercise, state, standing, missing, opens, file))
    return tuple(rungs)


def file_state(exercise: Exercise, standing: LearnerStanding | None, folder: Path) -> FileState:
    """What the exercise's file in `folder` is; absent also
    where several files could be meant, or it cannot be read.
    """
    found = files_of(exercise, folder)
    if len(found) != 1:
        return FileState.ABSENT
    try:
        submission = read_submission(found[0])
    except UsageError:
        return FileState.ABSENT
    if standing is not None and submission.digest == standing.accepted_digest:
        return FileState.ACCEPTED
    if standing is not None and submission.digest == standing.last_digest:
        return FileState.GRADED
    return FileState.STUB if is_untouched(submission, exercise.stub) else FileState.CHANGED


def next_rung(rungs: Sequence[Rung]) -> Rung | None:
    """What to do next: what was started, else the first open exercise; None when all are done."""
    for state in (State.STARTED, State.OPEN, State.WAITING):
        found = next((rung for rung in rungs if rung.state is state), None)
        if found is not None:
            return found
    return None

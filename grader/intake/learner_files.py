"""One learner's files: unpacked, told apart by exercise, the newest of each kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.domain.classroom import Handin, IntakeFault, IntakeProblem, SavedQuiz
from grader.domain.exercise import Exercise
from grader.domain.source_problem import MAX_NOTEBOOK_BYTES
from grader.domain.submission import Submission
from grader.intake.archive import LEARNER_LIMITS, list_learner_archive
from grader.intake.exercise_of import exercise_in_name, exercises_by_definitions
from grader.intake.form import Owned
from grader.intake.listing import FoundFile, IntakeRefused, is_junk
from grader.intake.names import clean_name
from grader.intake.source_file import kind_of

_MAX_QUIZ_BYTES = 1024 * 1024
_ELSEWHERE: tuple[int, ...] = (-1,)  # the file is for an exercise that is not being graded
_QUIZ_MARK = b'"addnorm.quiz_answers/'


@dataclass(frozen=True)
class _Read:
    """One file that was read: the submission or the problem, and the exercises that it could count for."""

    owned: Owned
    path: str
    exercises: tuple[int, ...]
    submission: Submission | None = None
    problem: IntakeProblem | None = None


def read_learner(
    key: str, name: str, owned: Sequence[Owned], exercises: Sequence[Exercise], wanted: Sequence[int]
) -> Iterator[Handin | SavedQuiz]:
    """Yield one learner's hand-ins and quiz files; `owned` is ordered from old to new.

    Of several files for one exercise the newest counts and the others are `kept`. A learner from whom nothing
    at all can be read yields one hand-in with the reason.
    """
    shown = clean_name(name)
    left = LEARNER_LIMITS.total_mib * 1024 * 1024
    usable: list[_Read] = []
    failed: list[_Read] = []
    others: list[str] = []
    quizzes = False
    for each in owned:
        for unpacked in _unpacked(each, failed):
            assert unpacked.file is not None
            if kind_of(unpacked.file.name) is not None:
                read = _read(unpacked, exercises, wanted, left)
                left -= len(read.submission.source) if read.submission is not None else 0
                (usable if read.problem is None else failed).append(read)
            elif (quiz := _quiz(unpacked.file)) is not None:
                quizzes = True
                yield SavedQuiz(key, shown, unpacked.file.path, quiz)
            else:
                others.append(unpacked.inner)
    yield from _handins(key, shown, usable, failed)
    if not usable and not failed and not quizzes:
        yield _nothing(key, shown, owned, others)


def _unpacked(owned: Owned, failed: list[_Read]) -> Iterator[Owned]:
    """Yield the file itself or, of an archive, what is in it; what refuses itself is added to `failed`."""
    file = owned.file
    if file is None or is_junk(owned.inner):
        return
    if owned.fault is not None:
        return
    if file.ending != ".zip":
        yield owned
        return
    try:
        for inner in list_learner_archive(file):
            if inner.ending == ".zip":
                problem = IntakeProblem(IntakeFault.NESTED_TOO_DEEP, inner.path)
                failed.append(_Read(owned, inner.path, (), problem=problem))
            else:
                within = inner.path.removeprefix(f"{file.path}/")
                yield replace(owned, file=inner, inner=f"{owned.inner}/{within}")
    except IntakeRefused as refusal:
        failed.append(_Read(owned, file.path, (), problem=refusal.problem))


def _read(owned: Owned, exercises: Sequence[Exercise], wanted: Sequence[int], left: int) -> _Read:
    file = owned.file
    assert file is not None
    kind = kind_of(file.name)
    assert kind is not None
    named = exercise_in_name(owned.inner, exercises)
    try:
        if file.size > left:
            raise IntakeRefused(IntakeProblem(IntakeFault.TOO_LARGE, file.path, "all files together"))
        source = file.read(MAX_NOTEBOOK_BYTES + 1)
    except IntakeRefused as refusal:
        return _Read(owned, file.path, (named,) if named is not None else (), problem=refusal.problem)
    submission = Submission(clean_name(owned.inner.rpartition("/")[2]), kind, source)
    if named is not None:
        found: tuple[int, ...] = (named,)
    else:
        found = exercises_by_definitions(
            submission, [e for e in exercises if not wanted or e.number in wanted]
        )
        if not found and len(wanted) == 1:
            found = (wanted[0],)  # nothing else was asked for: say what is missing rather than guess
    if wanted and found:
        found = tuple(number for number in found if number in wanted) or _ELSEWHERE
    if not found:
        problem = IntakeProblem(IntakeFault.UNKNOWN_EXERCISE, file.path)
        return _Read(owned, file.path, (), submission, problem)
    return _Read(owned, file.path, found, submission)


def _handins(key: str, name: str, usable: Sequence[_Read], failed: Sequence[_Read]) -> Iterator[Handin]:
    newest: dict[int, _Read] = {}
    older: dict[int, list[str]] = {}
    for read in usable:  # from old to new
        for number in read.exercises if read.exercises is not _ELSEWHERE else ():
            if number in newest:
                older.setdefault(number, []).append(newest[number].path)
            newest[number] = read
    for read in dict.fromkeys(newest.values()):
        numbers = tuple(sorted(number for number, chosen in newest.items() if chosen is read))
        kept = dict.fromkeys(path for number in numbers for path in older.get(number, ()))
        yield Handin(
            key,
            name,
            numbers,
            read.path,
            read.submission,
            None,
            read.owned.submitted_at,
            read.owned.late,
            tuple(kept),
        )
    for read in failed:
        owned = read.owned
        is_by_the_way = read.problem is not None and read.problem.kind is IntakeFault.UNKNOWN_EXERCISE
        if usable and is_by_the_way:
            continue  # a file of helpers or tests beside the work itself
        if not set(read.exercises) & set(newest):
            yield Handin(
                key, name, read.exercises, read.path, None, read.problem, owned.submitted_at, owned.late
            )


def _nothing(key: str, name: str, owned: Sequence[Owned], others: Sequence[str]) -> Handin:
    last = owned[-1]
    path = last.file.path if last.file is not None else last.inner
    fault = last.fault or IntakeFault.NO_SOURCE
    problem = IntakeProblem(fault, path, ", ".join(others[:5]))
    return Handin(key, name, (), path, None, problem, last.submitted_at, last.late)


def _quiz(file: FoundFile) -> bytes | None:
    if file.ending != ".json" or file.size > _MAX_QUIZ_BYTES:
        return None
    try:
        content = file.read(_MAX_QUIZ_BYTES)
    except IntakeRefused:
        return None
    return content if _QUIZ_MARK in content[:500] else None

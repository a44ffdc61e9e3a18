"""One learner's files: unpacked, told apart by exercise, one of each chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from grader.domain.classroom import ChosenBy, FileChoice, Handin, IntakeFault, IntakeProblem, SavedQuiz
from grader.domain.exercise import Exercise
from grader.domain.source_problem import MAX_NOTEBOOK_BYTES
from grader.domain.submission import SourceKind, Submission
from grader.intake.archive import LEARNER_LIMITS, list_learner_archive
from grader.intake.choice import Candidate, choose
from grader.intake.exercise_of import defines, exercise_in_name, exercises_by_definitions
from grader.intake.form import Owned
from grader.intake.listing import FoundFile, IntakeRefused, is_junk
from grader.intake.names import clean_id, clean_name, clean_path
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
    named: bool = False

    @property
    def shown(self) -> str:
        """The path as it is told."""
        return clean_path(self.path)

    def candidate(self, exercise: Exercise | None) -> Candidate:
        """What this file has to say for itself where several are for that exercise."""
        owned, file = self.owned, self.owned.file
        earliest = datetime.min.replace(tzinfo=UTC)
        has_entries = (
            self.submission is not None and exercise is not None and defines(self.submission, exercise)
        )
        return Candidate(
            path=self.path,
            inner=owned.inner,
            attempt=(owned.submitted_at or earliest, owned.order),
            modified=file.modified if file is not None else earliest,
            defines=has_entries,
            named=self.named,
        )


def read_learner(
    key: str,
    name: str,
    owned: Sequence[Owned],
    exercises: Sequence[Exercise],
    wanted: Sequence[int],
    prefer: Sequence[str] = (),
) -> Iterator[Handin | SavedQuiz]:
    """Yield one learner's hand-ins and quiz files; `owned` is ordered from old to new.

    Of several files for one exercise `choose` says which counts (`prefer`: patterns), and the others are `kept`. A
    learner from whom nothing at all can be read yields one hand-in with the reason.
    """
    shown = clean_name(name)
    left = LEARNER_LIMITS.total_mib * 1024 * 1024
    usable: list[_Read] = []
    failed: list[_Read] = []
    others: list[str] = []
    quizzes = False
    for each in owned:
        for unpacked, file in _unpacked(each, failed):
            kind = kind_of(file.name)
            if kind is not None:
                read = _read(unpacked, file, kind, exercises, wanted, left)
                left -= len(read.submission.source) if read.submission is not None else 0
                (usable if read.problem is None else failed).append(read)
            elif (quiz := _quiz(file)) is not None:
                quizzes = True
                yield SavedQuiz(key, shown, clean_path(file.path), quiz)
            else:
                others.append(unpacked.inner)
    by_number = {exercise.number: exercise for exercise in exercises}
    failed = [_placed(read, wanted or tuple(by_number)) for read in failed]
    yield from _handins(key, shown, usable, failed, by_number, prefer)
    if not usable and not failed and not quizzes:
        yield _nothing(key, shown, owned, others)


def _placed(read: _Read, graded: Sequence[int]) -> _Read:
    """A file that cannot be read and tells no exercise: where one alone is graded it is for that one."""
    is_unknown = read.problem is not None and read.problem.kind is IntakeFault.UNKNOWN_EXERCISE
    return replace(read, exercises=tuple(graded)) if len(graded) == 1 and not is_unknown else read


def _unpacked(owned: Owned, failed: list[_Read]) -> Iterator[tuple[Owned, FoundFile]]:
    """Yield the file itself or, of an archive, what is in it; what refuses itself is added to `failed`."""
    file = owned.file
    if file is None or is_junk(owned.inner):
        return
    if owned.fault is not None:
        return
    if file.ending != ".zip":
        yield owned, file
        return
    try:
        for inner in list_learner_archive(file):
            if inner.ending == ".zip":
                problem = IntakeProblem(IntakeFault.NESTED_TOO_DEEP, inner.path)
                failed.append(_Read(owned, inner.path, (), problem=problem))
            else:
                within = inner.path.removeprefix(f"{file.path}/")
                yield replace(owned, file=inner, inner=f"{owned.inner}/{within}"), inner
    except IntakeRefused as refusal:
        failed.append(_Read(owned, file.path, (), problem=refusal.problem))


def _read(
    owned: Owned,
    file: FoundFile,
    kind: SourceKind,
    exercises: Sequence[Exercise],
    wanted: Sequence[int],
    left: int,
) -> _Read:
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
    return _Read(owned, file.path, found, submission, named=named is not None)


def _handins(
    key: str,
    name: str,
    usable: Sequence[_Read],
    failed: Sequence[_Read],
    exercises: Mapping[int, Exercise],
    prefer: Sequence[str],
) -> Iterator[Handin]:
    chosen: dict[int, tuple[_Read, ChosenBy | None]] = {}
    for number in dict.fromkeys(
        n for read in usable if read.exercises is not _ELSEWHERE for n in read.exercises
    ):
        chosen[number] = _chosen([r for r in usable if number in r.exercises], exercises.get(number), prefer)
    for read in dict.fromkeys(read for read, _ in chosen.values()):
        numbers = tuple(sorted(number for number, (each, _) in chosen.items() if each is read))
        others = [
            each for each in (*usable, *failed) if set(each.exercises) & set(numbers) and each is not read
        ]
        reasons = [why for each, why in chosen.values() if each is read and why is not None]
        yield replace(
            _handin(key, name, read),
            exercises=numbers,
            choice=FileChoice(
                tuple(dict.fromkeys(each.shown for each in others)), reasons[0] if reasons else None
            ),
        )
    for read in failed:
        is_by_the_way = read.problem is not None and read.problem.kind is IntakeFault.UNKNOWN_EXERCISE
        if usable and is_by_the_way:
            continue  # a file of helpers or tests beside the work itself
        if not set(read.exercises) & set(chosen):
            yield _handin(key, name, read)


def _chosen(
    reads: Sequence[_Read], exercise: Exercise | None, prefer: Sequence[str]
) -> tuple[_Read, ChosenBy | None]:
    if len(reads) == 1:
        return reads[0], None
    candidates = [read.candidate(exercise) for read in reads]
    best, why = choose(candidates, prefer)
    return reads[candidates.index(best)], why


def _handin(key: str, name: str, read: _Read) -> Handin:
    problem, owned = read.problem, read.owned
    if problem is not None:
        problem = replace(problem, path=clean_path(problem.path), detail=clean_id(problem.detail))
    submission = read.submission if problem is None else None
    return Handin(key, name, read.exercises, read.shown, submission, problem, owned.submitted_at, owned.late)


def _nothing(key: str, name: str, owned: Sequence[Owned], others: Sequence[str]) -> Handin:
    last = owned[-1]
    path = clean_path(last.file.path if last.file is not None else last.inner)
    fault = last.fault or IntakeFault.NO_SOURCE
    problem = IntakeProblem(fault, path, ", ".join(map(clean_path, others[:5])))
    return Handin(key, name, (), path, None, problem, last.submitted_at, last.late)


def _quiz(file: FoundFile) -> bytes | None:
    if file.ending != ".json" or file.size > _MAX_QUIZ_BYTES:
        return None
    try:
        content = file.read(_MAX_QUIZ_BYTES)
    except IntakeRefused:
        return None
    return content if _QUIZ_MARK in content[:500] else None

"""The use case `grade watch`: a verdict on every save, from a warm worker server, a judge that stays loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from watchfiles import watch

from grader.catalog.course import course_digest
from grader.confinement.one_thread import keep_to_one_thread
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.text import Text
from grader.domain.verdict import Confinement, Verdict
from grader.grading.seed import fresh_seed
from grader.grading.unrun import unrun
from grader.intake.source_file import find_size_problem, is_untouched, read_submission
from grader.sandbox.launcher import CurrentServer, start_server
from grader.workflows.grade_exercise import Graded
from grader.workflows.working_folder import files_of

if TYPE_CHECKING:
    from grader.grading.grader import Grader

STEP_MS, DEBOUNCE_MS, PATIENCE_MS = 3, 50, 200


class Stamp(NamedTuple):
    """What changes at every save."""

    time_ns: int
    size: int
    inode: int


@dataclass
class Watcher:
    """Grades one file at each save; `switch` goes on to another exercise with the same warm server."""

    course: Path
    exercise: Exercise
    path: Path
    current_server: CurrentServer
    _grader: Grader
    _graded: Stamp | None = field(default=None, init=False)
    _preparing: Iterator[None] = field(default_factory=lambda: iter(()), init=False)

    @classmethod
    def start(cls, course: Path, exercise: Exercise, path: Path) -> Watcher:
        """Import torch, fork a warm server, and only then load the judge."""
        keep_to_one_thread()
        current_server = CurrentServer(start_server(warm=True))
        return cls(course, exercise, path, current_server, _grader(course, exercise, current_server))

    def switch(self, exercise: Exercise, path: Path) -> None:
        """Watch another exercise's file from now on."""
        self._grader.leave()
        self.exercise, self.path = exercise, path
        self._preparing = iter(())
        self._grader = _grader(self.course, exercise, self.current_server)

    def grade(self) -> Graded:
        """Grade the file as it is now, with fresh inputs. UsageError if it cannot be read at this moment."""
        self._graded = _stamp(self.path)  # before it is read: a save from here on is another one
        submission = read_submission(self.path)
        seed, digest = self._grader.seed, self._grader.course_digest
        if is_untouched(submission, self.exercise.stub):
            return Graded(
                self.path,
                submission,
                unrun(self.exercise, submission.digest, digest, seed, Verdict.NOT_ATTEMPTED),
            )
        problem = find_size_problem(submission)
        if problem is not None:
            refused = unrun(self.exercise, submission.digest, digest, seed, Verdict.INVALID_SUBMISSION)
            return Graded(self.path, submission, replace(refused, problem=problem))
        return Graded(self.path, submission, self._grader.grade(submission))

    def prepare(self) -> None:
        """Have the next save's child ready, draw its inputs and observe the reference on them; the
        misconceptions follow while nobody waits.
        """
        self._grader.fork_ahead()
        self._grader.reseed(fresh_seed())
        self._preparing = self._grader.judge.preparing()
        next(self._preparing, None)

    def saves(self, *, stop: Callable[[], bool], polling: bool = False) -> Iterator[None]:
        """Yield at each save of the file, also one by rename, several in a burst as one; ends when `stop` says so.

        The folder is watched and not the file, because an editor may put a new file in its place. `stop` is
        asked several times a second. `polling` is for folders whose changes the system does not tell (network
        shares); it is also what is done where the system refuses to tell (too many watches).
        """
        try:
            yield from self._saves(stop, polling)
        except OSError:
            if polling:
                raise
            yield from self._saves(stop, True)

    def _saves(self, stop: Callable[[], bool], polling: bool) -> Iterator[None]:
        empty: Stamp | None = None
        for _ in watch(
            self.path.parent,
            watch_filter=lambda _, path: Path(path).name == self.path.name,
            debounce=DEBOUNCE_MS,
            step=STEP_MS,
            rust_timeout=PATIENCE_MS,
            yield_on_timeout=True,
            recursive=False,
            force_polling=polling or None,
            raise_interrupt=True,
        ):
            if stop():
                return
            now = _stamp(self.path)
            if now is not None and now.size == 0 and now != empty:
                empty = now  # most editors empty a file before they write it: told only if it stays so
            elif now is not None and now != self._graded:
                yield
            else:
                next(self._preparing, None)

    def close(self) -> None:
        """End the server."""
        self._grader.close()


def _grader(course: Path, exercise: Exercise, current_server: CurrentServer) -> Grader:
    from grader.grading.grader import Grader

    digest = course_digest(course, exercise.number)
    return Grader(exercise, course, digest, fresh_seed(), current_server, Confinement.NONE)


def _stamp(path: Path) -> Stamp | None:
    """The file's stamp; None while it is away."""
    try:
        status = path.stat()
    except OSError:
        return None
    return Stamp(status.st_mtime_ns, status.st_size, status.st_ino)


def find_watched(exercise: Exercise, cwd: Path) -> Path:
    """The learner's file of this exercise in `cwd`; UsageError
    if there is none: the course's own stub is not watched.
    """
    found = files_of(exercise, cwd)
    if len(found) != 1:
        what, expected = ", ".join(p.name for p in found), f"ex{exercise.number:02}_*.py"
        raise UsageError(
            Text(
                f"found {what or 'none'} in {cwd}, expected one file {expected} or .ipynb",
                f"{cwd} 中{f'有 {what}' if what else '没有这样的文件'}，应有且只有一个 {expected} 或 .ipynb 文件",
            ),
            Text(
                "get the stubs by `grade start`, or name the file: grade watch N FILE",
                "请用 `grade start` 生成空白题目，或写出文件：grade watch N FILE",
            ),
        )
    return found[0]

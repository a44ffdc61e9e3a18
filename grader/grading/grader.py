"""Grades submissions of one exercise with one worker server, one judge; importing this imports torch."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from grader.catalog.misconceptions import Misconceptions, forms_for
from grader.domain.computation import Computation
from grader.domain.errors import GraderError, SandboxError
from grader.domain.exercise import Exercise
from grader.domain.fact import Fact
from grader.domain.result import Failure, GradeResult
from grader.domain.source_problem import SourceFault, SourceNote, SourceProblem
from grader.domain.submission import Submission
from grader.domain.verdict import Confinement, Verdict
from grader.findings.stop import find_stop
from grader.grading.load_judge import load_judge
from grader.grading.naming import settled
from grader.grading.unrun import unrun
from grader.judge.alignment import Alignment, Placed
from grader.judge.grade import Judge, Judgement, ReferenceJudge
from grader.protocol.violation import DATA_FAULTS
from grader.sandbox.launcher import CurrentServer
from grader.sandbox.runner import SandboxSession
from grader.source.lines import lines_of

TRACED = frozenset({Verdict.WRONG_ANSWER, Verdict.RUNTIME_ERROR})


@dataclass(frozen=True)
class _Feedback:
    """What was found beside the verdict, and for staff what went wrong over it."""

    computation: Computation | None = None
    facts: tuple[Fact, ...] = ()
    fault: str = ""


@dataclass
class Grader:
    """One exercise, one seed, one server: grades any number of submissions, each in a child of its own.

    `progress` hears how much of a training is done; `slow` False leaves out the cases that train.
    If the server dies it is replaced by a fresh interpreter and the submission is graded once more; if that
    fails
    too, the result is `internal_error`, which costs nobody a point.
    """

    exercise: Exercise
    course: Path
    course_digest: str
    seed: int
    current_server: CurrentServer
    require: Confinement = Confinement.NONE
    settings: Mapping[str, Any] | None = None
    clock: Callable[[], float] = time.monotonic
    progress: Callable[[float], None] = lambda share: None
    slow: bool = True
    _judge: Judge | None = None
    _waiting: SandboxSession | None = None
    _left: SandboxSession | None = None
    _last: Alignment | None = None

    @property
    def judge(self) -> Judge:
        """The judge of this exercise; the reference is loaded at the first use, after the server was forked."""
        if self._judge is None:
            self._judge = load_judge(self.course, self.exercise, self.seed, slow=self.slow)
        return self._judge

    def load(self) -> None:
        """Load the reference now; the first submission would do it otherwise. Raises what is wrong with it."""
        self._judge = self.judge

    @cached_property
    def forms(self) -> Mapping[str, tuple[frozenset[str], ...]]:
        """The deviations that each misconception stands for here: those of this exercise, then earlier ones."""
        return forms_for(self.exercise.number, Misconceptions(self.course).values())

    @property
    def reference_judge(self) -> ReferenceJudge:
        """The judge of a course that holds the answers; GraderError where it does not."""
        if not isinstance(self.judge, ReferenceJudge):
            raise GraderError(f"{self.course}: no reference solution of {self.exercise.id} here")
        return self.judge

    def reseed(self, seed: int) -> None:
        """Draw fresh inputs from now on, and make them ready for a submission like the one before."""
        self.seed = seed
        self._judge = None
        self.judge.expect(self._last)

    def grade(self, submission: Submission) -> GradeResult:
        """Grade one submission; the student's faults are verdicts."""
        started = self.clock()
        try:
            result = self._grade(submission)
        except SandboxError:
            self.current_server.restart()
            try:
                result = self._grade(submission)
            except SandboxError as error:
                self.current_server.restart()
                result = self.refused(submission, Failure(Verdict.INTERNAL_ERROR, str(error)))
        return replace(result, seconds=round(self.clock() - started, 4))

    def fork_ahead(self) -> None:
        """End the last submission's child, and have the next one's
        forked and locked in, while nobody waits for a verdict.
        """
        self._end_left()
        if self._waiting is None:
            with suppress(SandboxError):  # the next submission finds out, and restarts the server
                self._waiting = self._open(ahead=True)

    def _end_left(self) -> None:
        left, self._left = self._left, None
        if left is not None:
            with suppress(SandboxError):  # its server is gone, and it with it
                left.end()

    def _session(self) -> SandboxSession:
        """The session of the child that waits, if it is alive and its server still in use, else of a new one."""
        self._end_left()
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return self._open()
        if waiting.server is self.current_server.server and waiting.is_alive():
            return waiting
        self._dismiss(waiting)
        return self._open()

    def _dismiss(self, waiting: SandboxSession) -> None:
        with suppress(SandboxError):  # its server is gone, and it with it
            waiting.close()
            waiting.end()

    def _open(self, *, ahead: bool = False) -> SandboxSession:
        return SandboxSession(
            self.current_server.ready_server(),
            self.exercise,
            require=self.require,
            settings=self.settings,
            progress=self.progress,
            ahead=ahead,
        )

    def _grade(self, submission: Submission) -> GradeResult:
        with self._session() as session:
            self._left = session
            session.begin_load(submission)
            judge = self.judge
            loaded = session.finish_load()
            observed = loaded.problem is None and session.failure is None
            lost = (
                session.ahead
                and session.failure is not None
                and session.failure.verdict is Verdict.MEMORY_LIMIT
            )
            judgement = judge.judge(session) if observed else None
            self._last = judgement.alignment if judgement is not None else self._last
            failure, feedback = session.failure, _Feedback()
            if judgement is not None and judgement.verdict in TRACED and not (failure or judgement.shortcuts):
                # in the same child: what goes wrong from here on is no fault of the submission's
                feedback = self._feedback(session, judgement, submission)
        # perhaps it died while it waited, which is no fault of the submission's: one that has not waited tells
        if lost:
            return self._grade(submission)
        if session.failure is not None and session.failure.verdict is Verdict.PROTOCOL_VIOLATION:
            judgement, failure, feedback = None, session.failure, _Feedback()
        problem = loaded.problem if failure is None else None
        result = self._result(submission, judgement, failure, problem, loaded.notes)
        alignment = judgement.alignment if judgement is not None else None
        by_values = alignment is None or alignment.placed is not Placed.UNMATCHED
        return replace(
            result,
            diagnoses=settled(result.diagnoses, feedback.computation, by_values=by_values),
            confinement=loaded.confinement,
            log=session.log + feedback.fault,
            computation=feedback.computation,
            facts=feedback.facts,
        )

    def _feedback(self, session: SandboxSession, judgement: Judgement, submission: Submission) -> _Feedback:
        """What the submission's own operations tell; where they tell nothing that can be read, staff learn why."""
        try:
            lines = lines_of(submission)
            computation = self.judge.explain(session, self.forms, lines)
            return _Feedback(computation, self.judge.facts(session, judgement, lines))
        except DATA_FAULTS:
            return _Feedback(fault=f"\nthe computation was not read back:\n{traceback.format_exc()}")

    def refused(
        self, submission: Submission, failure: Failure | None, problem: SourceProblem | None = None
    ) -> GradeResult:
        """The result of a submission that was not observed at all."""
        return self._result(submission, None, failure, problem, ())

    def _result(
        self,
        submission: Submission,
        judgement: Judgement | None,
        failure: Failure | None,
        problem: SourceProblem | None,
        notes: tuple[SourceNote, ...],
    ) -> GradeResult:
        verdict = judgement.verdict if judgement else Verdict.INTERNAL_ERROR
        if failure is not None:
            verdict = failure.verdict
        elif problem is not None:
            verdict = _verdict_of(problem)
        bare = unrun(self.exercise, submission.digest, self.course_digest, self.seed, verdict)
        bare = replace(bare, failure=failure, problem=problem, remarks=notes)
        if judgement is None:
            return bare
        return replace(
            bare,
            score=judgement.score,
            max_score=judgement.max_score,
            checks=judgement.checks,
            diagnoses=judgement.diagnoses,
            shortcuts=judgement.shortcuts,
            weights=judgement.weights,
            remarks=(*notes, *judgement.remarks),
            unrun_checks=len(self.exercise.checks) - len(judgement.checks),
            stop=find_stop(judgement.checks, submission),
        )

    def leave(self) -> None:
        """End the child that waits, and one that is left; the server goes on."""
        self._end_left()
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._dismiss(waiting)

    def close(self) -> None:
        """End the server."""
        self.leave()
        self.current_server.close()


def _verdict_of(problem: SourceProblem) -> Verdict:
    if problem.kind is SourceFault.FORBIDDEN_BASE:
        return Verdict.FORBIDDEN
    if problem.kind not in (SourceFault.RAISED, SourceFault.EXITED, SourceFault.MISSING_PACKAGE):
        return Verdict.INVALID_SUBMISSION
    out_of_memory = problem.found.startswith("MemoryError") or "can't allocate memory" in problem.found
    return Verdict.MEMORY_LIMIT if out_of_memory else Verdict.RUNTIME_ERROR

"""What the store keeps of grading: a learner's attempts, a class's runs with their results, what staff decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from grader.domain.classroom import ONLY_FILE, FileChoice
from grader.domain.result import GradeResult
from grader.domain.run_settings import RunSettings
from grader.domain.stored_result import EarlierAttempt, StoredResult
from grader.domain.submission import SourceKind
from grader.domain.verdict import Verdict


@dataclass(frozen=True)
class StoredSource:
    """A source as it was handed in, so that any score can be produced again; equal ones are kept once."""

    digest: str
    kind: SourceKind
    source: bytes


@dataclass(frozen=True)
class Attempt:
    """One `grade exercise`: all that its score can be produced again from, and the result. Times are aware, in UTC."""

    learner: str
    exercise_number: int
    exercise_id: str
    file_name: str
    submission_digest: str
    seed: int
    course_digest: str
    grader_version: str
    verdict: Verdict
    score: float
    max_score: float
    result: GradeResult
    started_at: datetime
    seconds: float


@dataclass(frozen=True)
class LearnerStanding:
    """Where a learner stands at one exercise: attempts so far, whether accepted, best score.

    The digests are of sources: of the one graded last, and of the newest that was accepted ("" for none).
    """

    exercise_id: str
    exercise_number: int
    attempts: int
    accepted: bool
    best_score: float
    max_score: float
    last_verdict: Verdict
    last_digest: str = ""
    accepted_digest: str = ""


@dataclass(frozen=True)
class ClassRun:
    """One grading of a class: `label` is what a second run recognises it by (the folder's path, say)."""

    id: str
    label: str
    seed: int
    course_digest: str
    grader_version: str
    exercises: tuple[int, ...]
    settings: RunSettings
    started_at: datetime
    finished_at: datetime | None = None


@dataclass(frozen=True)
class ClassScore:
    """What counts of a result, without what was found in it: tables of scores need no more."""

    learner: str
    exercise_number: int
    exercise_id: str
    verdict: Verdict
    score: float
    max_score: float
    submitted_at: datetime | None = None
    late: bool = False
    attempts: tuple[EarlierAttempt, ...] = ()
    file_name: str = ""
    choice: FileChoice = ONLY_FILE


@dataclass(frozen=True)
class ClassResult:
    """One learner's newest result at one exercise of a run; the three together are unique.

    `submission_digest` is None where nothing could be read; `result` says why. `seed` and `course_digest`
    are those that it was graded with: a result is current while they and the digest are unchanged.
    `attempts` are what it replaced, oldest first; `choice` tells of the learner's other files.
    """

    learner: str
    exercise_number: int
    exercise_id: str
    file_name: str
    submission_digest: str | None
    seed: int
    course_digest: str
    verdict: Verdict
    score: float
    max_score: float
    result: StoredResult
    graded_at: datetime
    seconds: float
    submitted_at: datetime | None = None
    late: bool = False
    attempts: tuple[EarlierAttempt, ...] = ()
    choice: FileChoice = ONLY_FILE

    def after(self, former: ClassResult | None) -> ClassResult:
        """This result with what its learner had handed in before: what `former` replaced, and `former` itself if
        its source was another and it was judged.
        """
        if former is None:
            return self
        earlier = former.attempts
        if (
            former.submission_digest != self.submission_digest
            and former.verdict is not Verdict.INTERNAL_ERROR
        ):
            earlier = (*earlier, former.as_earlier())
        return replace(self, attempts=earlier)

    def as_earlier(self) -> EarlierAttempt:
        """This result as an attempt that is about to be replaced: whole if it is the best one so far."""
        best = all(self.score > each.score for each in self.attempts)
        return EarlierAttempt(
            self.score,
            self.verdict,
            self.submission_digest,
            self.submitted_at,
            self.graded_at,
            self.late,
            self.file_name,
            self.result.grade if best else None,
        )


@dataclass(frozen=True)
class Learner:
    """A person whom results belong to; `key` is the platform's id where there is one."""

    key: str
    name: str = ""
    section: str = ""
    email: str = ""


@dataclass(frozen=True)
class Override:
    """Points that staff set by hand, and why; the raw score is kept beside them, the newest one counts."""

    learner: str
    exercise_id: str
    points: float
    why: str
    made_at: datetime


@dataclass(frozen=True)
class Extension:
    """A later due time for one learner, at one exercise or (`exercise_id` None) at all; the newest counts."""

    learner: str
    exercise_id: str | None
    until: datetime
    why: str
    made_at: datetime


@dataclass(frozen=True)
class HintUse:
    """One hint that a learner asked for; `number` counts from 1."""

    learner: str
    exercise_id: str
    number: int
    used_at: datetime

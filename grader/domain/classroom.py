"""A class's submissions as intake delivers them: who handed in what, what could not be read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from grader.domain.submission import Submission


class Platform(StrEnum):
    """Where a folder or archive of submissions comes from; the value is what `--from` takes."""

    PLAIN = "plain"
    MOODLE = "moodle"
    CANVAS = "canvas"
    BLACKBOARD = "blackboard"
    BRIGHTSPACE = "brightspace"
    GRADESCOPE = "gradescope"
    CLASSROOM = "classroom"
    NBGRADER = "nbgrader"


class IntakeFault(StrEnum):
    """Why something that was handed in cannot be graded."""

    NO_SOURCE = "no_source"
    TYPED_TEXT = "typed_text"
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable"
    UNKNOWN_EXERCISE = "unknown_exercise"
    NOT_AN_ARCHIVE = "not_an_archive"
    OUTSIDE_PATH = "outside_path"
    LINK = "link"
    BOMB = "bomb"
    TOO_MANY_FILES = "too_many_files"
    DUPLICATE_NAME = "duplicate_name"
    ENCRYPTED = "encrypted"
    LYING_SIZE = "lying_size"
    NESTED_TOO_DEEP = "nested_too_deep"
    NOBODYS = "nobodys"


@dataclass(frozen=True)
class IntakeProblem:
    """Something that was refused: its kind, the path as it was found, and a detail (a size, other names)."""

    kind: IntakeFault
    path: str
    detail: str = ""


class RemarkKind(StrEnum):
    """What staff should know about how a class was read, though nothing was refused for it."""

    ENCODING_GUESSED = "encoding_guessed"
    TIME_UNREADABLE = "time_unreadable"
    TIME_OF_NOBODY = "time_of_nobody"
    TIMES_FROM_GIT = "times_from_git"
    GIT_ABSENT = "git_absent"
    BY_GROUP = "by_group"
    SAME_PERSON = "same_person"
    IDS_ROUNDED = "ids_rounded"
    ZEROS_LOST = "zeros_lost"
    ZEROS_MATCHED = "zeros_matched"
    NOTHING_PREFERRED = "nothing_preferred"
    EXCUSED_UNKNOWN = "excused_unknown"


@dataclass(frozen=True)
class IntakeRemark:
    """One remark: whom or what it is about, and a detail (the guess, the text as it stands, the other id)."""

    kind: RemarkKind
    subject: str
    detail: str = ""


class ChosenBy(StrEnum):
    """Why one of a learner's several files for an exercise counts."""

    PREFERRED = "preferred"
    DEFINES = "defines"
    NEWEST = "newest"
    NAME = "name"


@dataclass(frozen=True)
class FileChoice:
    """Which files of a learner were not graded for want of being
    chosen, and why another was; empty where it was the only one.
    """

    kept: tuple[str, ...] = ()
    by: ChosenBy | None = None


ONLY_FILE = FileChoice()
"""Nothing was to be chosen."""


@dataclass(frozen=True)
class Handin:
    """What one learner handed in for some exercises: a submission, or the reason why there is none.

    `learner_key` is the platform's id, or else the folder's name, unique within the class. `exercises` are
    the numbers that `submission` counts for, () where nothing tells. `choice` tells of the learner's other
    files for the same exercises, which do not count. `submitted_at` is aware, None where nobody knows it.
    """

    learner_key: str
    learner_name: str
    exercises: tuple[int, ...]
    file_name: str
    submission: Submission | None = None
    problem: IntakeProblem | None = None
    submitted_at: datetime | None = None
    late: bool = False
    choice: FileChoice = ONLY_FILE


@dataclass(frozen=True)
class SavedQuiz:
    """A quiz file of `grade quiz --save` found among the submissions; its marks are claims, not marks."""

    learner_key: str
    learner_name: str
    file_name: str
    content: bytes


@dataclass(frozen=True)
class RosterPerson:
    """One row of a roster: `ids` are all by which a platform may know the person, `key` the first of them.

    `id_columns` are the headers of the columns in which the ids stand, in their order. `submitted_at` is the time of
    the person's submission where the roster is a worksheet that tells it.
    """

    key: str
    ids: tuple[str, ...]
    name: str = ""
    section: str = ""
    email: str = ""
    group: str = ""
    id_columns: tuple[str, ...] = ()
    submitted_at: datetime | None = None

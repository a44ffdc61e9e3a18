"""What a grading run found, as facts; `grader.reports` turns them into words for one audience or the other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from grader.domain.computation import Computation, Place
from grader.domain.fact import Fact
from grader.domain.site import Site
from grader.domain.source_problem import SourceNote, SourceProblem
from grader.domain.text import Text
from grader.domain.verdict import Confinement, Tier, Verdict, Visibility

PARAMETERS = "parameters"
"""What stands for the parameters of a module where inputs are named."""


class DifferenceKind(StrEnum):
    """How two observed values differ, from the most basic to the finest."""

    RAISED = "raised"
    NOT_RAISED = "not_raised"
    MISSING = "missing"
    TOO_LARGE = "too_large"
    TYPE = "type"
    SHAPE = "shape"
    DTYPE = "dtype"
    NOT_FINITE = "not_finite"
    NO_GRADIENT = "no_gradient"
    VALUE = "value"


@dataclass(frozen=True)
class Difference:
    """The first place where an observation leaves the expected one.

    `place` is the observed name with indices ("call.out[1][0, 3]"). `expected` and `found` are texts of a
    value, a shape ("[2, 5, 6]"), a dtype or an exception; those of a hidden case are for staff. Where no
    gradient
    arrives, `found` are the inputs that it should reach, by the contract's names and PARAMETERS. `largest` is
    the largest absolute difference where values were compared. `line` is the learner's line (in `source`)
    where an exception came from, `site` what the submission's process claims of that place.
    """

    kind: DifferenceKind
    place: str
    expected: str
    found: str
    largest: float | None = None
    line: int | None = None
    message: str = ""
    source: str = ""
    site: Site | None = None


@dataclass(frozen=True)
class Stop:
    """The exception that ends most of the checks which raise, and where in the learner's own file it came from.

    `line` counts within `cell` of a notebook. `code` is the piece that raised, `met` its operands by their code
    and what they were, `near` a name that exists and is like one that does not: all of it stands in the
    learner's file or is a name of torch. `message` is for the rules that explain it; a learner reads it only where it
    is `public`, seen in a public case. `checks` is how many checks it ended.
    """

    type: str
    message: str
    public: bool
    file: str
    line: int
    cell: int | None = None
    code: str = ""
    met: tuple[tuple[str, str], ...] = ()
    near: str = ""
    checks: int = 1


@dataclass(frozen=True)
class CheckResult:
    """A check's outcome; `case` names the failing case, for staff."""

    name: str
    tier: Tier
    visibility: Visibility
    verdict: Verdict
    points: float
    max_points: float
    title: Text
    difference: Difference | None = None
    case: str = ""


@dataclass(frozen=True)
class Diagnosis:
    """A misconception that the submission equals, with the numbers that show it.

    `distance` is the largest difference from the misconception over `cases` cases, `reference_distance` the
    one from the right answer. `exact` False means: equal on every core case, while edge cases differ from
    both. In `raised` of the cases both ended in the same exception. `detail` tells this form of the mistake
    from others. `together` are all mistakes of a product, this one among them: the numbers are the product's
    then; it is empty where the submission has this mistake alone. Where it was read off one step of the computation,
    `cases` is 0, `place` says where, `formula` and `asked` what stands there and what is asked for.
    """

    misconception: str
    distance: float
    reference_distance: float | None
    cases: int
    exact: bool = True
    raised: int = 0
    detail: Text | None = None
    together: tuple[str, ...] = ()
    place: Place | None = None
    formula: str = ""
    asked: str = ""


@dataclass(frozen=True)
class Failure:
    """Why observation ended early: a verdict of its own, with
    what the process said (staff) and the learner's line.
    """

    verdict: Verdict
    summary: str = ""
    traceback: str = ""
    line: int | None = None


@dataclass(frozen=True)
class GradeResult:
    """One grading of one submission, in the staff form.

    `weights` says how the weights were matched ("" where there are none, "unmatched" where nothing fitted).
    `shortcuts` are the forbidden functions that ran. `log` is the captured output, for staff. `unrun_checks`
    counts
    the checks that a kit without the reference cannot run: points are then those of the others alone. `stop` is
    what the learner's code raised, if it did; `facts` are what is plainly not as asked.
    """

    exercise_number: int
    exercise_id: str
    verdict: Verdict
    score: float
    max_score: float
    seed: int
    confinement: Confinement
    checks: tuple[CheckResult, ...]
    diagnoses: tuple[Diagnosis, ...]
    submission_digest: str
    course_digest: str
    grader_version: str
    seconds: float
    failure: Failure | None = None
    problem: SourceProblem | None = None
    remarks: tuple[SourceNote, ...] = ()
    shortcuts: tuple[str, ...] = ()
    weights: str = ""
    log: str = ""
    unrun_checks: int = 0
    computation: Computation | None = None
    stop: Stop | None = None
    facts: tuple[Fact, ...] = ()

    @property
    def accepted(self) -> bool:
        """Every core check passed, even below full marks."""
        return self.verdict is Verdict.ACCEPTED

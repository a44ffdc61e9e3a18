"""The gates that a reference must pass before a student meets it: nothing right rejected, nothing wrong missed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from grader.domain.errors import Problem
from grader.domain.exercise import Exercise
from grader.domain.misconception import Kind, Misconception
from grader.domain.result import DifferenceKind
from grader.domain.verdict import Tier, Verdict
from grader.judge.checking import check, fingerprint
from grader.judge.comparison import compare
from grader.judge.grade import ReferenceJudge
from grader.judge.known import Candidate
from grader.judge.marking import points_by_check
from grader.judge.widths import widened
from grader.proving.trivial import passed_by_doing_nothing

STATISTICAL = 1e-3
MARGIN = 10.0
SHARE_OF_LIMIT = 0.2
LEAST_EARNED = 2.0
"""Points of the core checks that no trivial program passes: on these all the others hang."""
_OF_VALUES = (DifferenceKind.VALUE, DifferenceKind.NOT_FINITE)


def gate(
    exercise: Exercise,
    judge: ReferenceJudge,
    catalogue: Mapping[str, Misconception],
    clock: Callable[[], float] = time.process_time,
) -> tuple[Problem, ...]:
    """Return every fault of one exercise's reference for the judge's seed, all at once."""
    folder = f"reference/{exercise.id}"
    return (
        *_coverage(exercise, judge, catalogue, folder),
        *_reference(exercise, judge, folder, clock),
        *_precision(judge, folder),
        *_misconceptions(exercise, judge, catalogue, folder),
        *_doing_nothing(exercise, judge),
    )


def _coverage(
    exercise: Exercise, judge: ReferenceJudge, catalogue: Mapping[str, Misconception], folder: str
) -> Iterator[Problem]:
    specified = {spec.name for spec in exercise.checks}
    cases = judge.bank.cases(judge.seed)
    served = {case.check for case in cases if not case.evidence}
    for name in sorted(specified - served):
        yield Problem(
            f"{folder}/cases.py", name, "no case", "a case for each check", "Yield a Case with this check."
        )
    for name in sorted(served - specified):
        yield Problem(
            f"{folder}/cases.py",
            name,
            "a case",
            "a check of that name in exercise.toml",
            "Add the check, or rename.",
        )
    keys = [case.key for case in cases]
    for case in cases:
        if case.slow and case.expected is None:
            yield Problem(
                f"{folder}/cases.py",
                case.key,
                "a slow case",
                "what must be derived",
                "Give Case(expected=...).",
            )
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield Problem(
            f"{folder}/cases.py", key, "two cases of one name", "names apart", "Give Case(name=...)."
        )
    listed = {m.id for m in catalogue.values() if exercise.number in m.exercises}
    implemented = set(judge.bank.misconceptions)
    for name in sorted(listed - implemented):
        yield Problem(
            f"{folder}/misconceptions.py",
            name,
            "no implementation",
            "one for each id of the catalogue",
            "Write it.",
        )
    for name in sorted(implemented - set(catalogue)):
        yield Problem(
            f"{folder}/misconceptions.py",
            name,
            "an id",
            "an entry in quizzes/misconceptions.toml",
            "Add the entry.",
        )


def _reference(
    exercise: Exercise, judge: ReferenceJudge, folder: str, clock: Callable[[], float]
) -> Iterator[Problem]:
    started = clock()
    result = judge.judge(judge.own_session(judge.bank.solution))
    seconds = clock() - started
    for failed in result.checks:
        if failed.verdict is not Verdict.ACCEPTED:
            yield Problem(
                f"{folder}/cases.py",
                failed.name,
                f"{failed.difference}",
                "the reference accepted",
                "Mend the case.",
            )
    allowed = SHARE_OF_LIMIT * exercise.limits.wall_seconds
    if seconds > allowed:
        yield Problem(
            f"{folder}/cases.py",
            "",
            f"{seconds:.1f} s",
            f"at most {allowed:.1f} s",
            "Use smaller cases or a wider limit.",
        )


def _precision(judge: ReferenceJudge, folder: str) -> Iterator[Problem]:
    """A float32 case must leave a right implementation ten times the room that the reference's own rounding takes."""
    for case in judge.cases:
        wide = widened(case)
        if wide is None or case.exact_dtype or case.expected is not None:
            continue
        narrow = judge.reference.observe(case)
        exact = Candidate((), judge.bank.solution, judge.bank.props).observe(wide)
        found = compare(
            fingerprint(case, exact, exact), fingerprint(case, narrow, exact), case.tolerance / MARGIN
        )
        if found.difference is not None and found.difference.kind in _OF_VALUES:
            yield Problem(
                f"{folder}/cases.py",
                case.key,
                f"float32 rounding of up to {found.largest:.1e}",
                f"at most a tenth of the tolerance {case.tolerance:g}",
                "Widen the tolerance or use float64.",
            )


def _misconceptions(
    exercise: Exercise, judge: ReferenceJudge, catalogue: Mapping[str, Misconception], folder: str
) -> Iterator[Problem]:
    tiers = {spec.name: spec.tier for spec in exercise.checks}
    for candidate in judge.candidates:
        (name,) = candidate.ids
        place = f"{folder}/misconceptions.py"
        result = judge.judge(judge.own_session(candidate.namespace))
        failed = [c for c in result.checks if c.verdict is not Verdict.ACCEPTED and c.tier is not Tier.ADVICE]
        named = [found.misconception for found in result.diagnoses]
        if not failed:
            # else a case that was left out may catch it
            if len(judge.cases) == len(judge.bank.cases(judge.seed)):
                yield Problem(place, name, "full marks", "a failing check", "Add a case that catches it.")
            continue
        if named != [name]:
            yield Problem(
                place,
                name,
                f"named {named or 'nothing'}",
                "named as itself",
                "Add a case that separates them.",
            )
        entry = catalogue.get(name)
        if entry and (entry.kind is Kind.ROBUSTNESS) != all(tiers[c.name] is Tier.EDGE for c in failed):
            yield Problem(
                place, name, f"kind {entry.kind}, failing {[c.name for c in failed]}",
                "robustness exactly where only edge checks fail", "Change the kind, or the tier of a check.",
            )  # fmt: skip
        by_training = {case.check for case in judge.cases if case.slow}
        if not by_training & {c.name for c in failed} and not _stands_apart(judge, candidate):
            yield Problem(
                place, name, "differences near the tolerance only", f"one of {MARGIN:g} times the tolerance",
                "Choose inputs that show it better.",
            )  # fmt: skip


def _stands_apart(judge: ReferenceJudge, candidate: Candidate) -> bool:
    """Whether some case tells the misconception from the reference by ten times its tolerance, and ten times what
    may be the rounding of float32, or by more than values.
    """
    advice = {spec.name for spec in judge.specs if spec.tier is Tier.ADVICE}
    for case in judge.cases:
        if case.slow:
            continue
        found = check(case, candidate.observe(case), judge.reference.observe(case))
        if found.difference is None:
            continue
        room = case.tolerance if case.tolerance >= STATISTICAL else MARGIN * case.tolerance
        seen = candidate.observe(case)
        if case.check in advice or judge.precision.distance(case, seen) <= MARGIN * judge.precision.room(
            case
        ):
            continue
        if found.difference.kind is not DifferenceKind.VALUE or not found.largest or found.largest > room:
            return True
    return False


def trivially_passed(exercise: Exercise, judge: ReferenceJudge) -> Mapping[str, str]:
    """Each check that a trivial program passes, with what the first such program does."""
    bank = judge.bank
    return passed_by_doing_nothing(
        judge.cases,
        {entry.name: bank.solution[entry.name] for entry in exercise.entries},
        bank.props,
        bank.trivial,
        lambda case, seen: check(case, seen, judge.reference.observe(case)).difference is None,
    )


def _doing_nothing(exercise: Exercise, judge: ReferenceJudge) -> Iterator[Problem]:
    """Whatever a trivial program passes must be marked as trivial, and nothing else may be."""
    place = f"exercises/{exercise.id}/exercise.toml"
    found = trivially_passed(exercise, judge)
    for spec in exercise.checks:
        if spec.tier is Tier.ADVICE:
            continue
        if spec.name in found and not spec.trivial:
            yield Problem(
                place, spec.name, f"passed by doing nothing ({found[spec.name]})", "trivial = true",
                "Mark it, or give it a case that asks for work.",
            )  # fmt: skip
        if spec.trivial and spec.name not in found:
            yield Problem(
                place, spec.name, "trivial = true", "a trivial program that passes it",
                "Remove the mark, or add the program as TRIVIAL in misconceptions.py.",
            )  # fmt: skip
    core = [spec for spec in exercise.checks if spec.tier is Tier.CORE]
    points = points_by_check(exercise.checks)
    earned = sum(points[spec.name] for spec in core if not spec.trivial)
    if earned < LEAST_EARNED:
        yield Problem(
            place, "checks", f"{earned:.1f} points for checks that ask for work", f"at least {LEAST_EARNED:g}",
            "Give them more points.",
        )  # fmt: skip

"""What is wrong with code that ran, in the learner's words: the belief, the step, the checks that failed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.domain.computation import Computation, Standing
from grader.domain.misconception import Misconception
from grader.domain.result import CheckResult, Difference, DifferenceKind, GradeResult, Stop
from grader.domain.text import Language, Text
from grader.domain.verdict import Tier, Verdict, Visibility
from grader.reports.computation_words import fault_lines, step_lines, unread_line
from grader.reports.difference_words import explain_difference, place_of, returns_nothing
from grader.reports.evidence import diagnosis_message, evidence
from grader.reports.fact_words import UNREGISTERED, fact_message
from grader.reports.lines import Line, Tone
from grader.reports.stop_words import stop_lines

SHOWN_FAILURES = 3
RETURNS_NONE = Text(
    "Your code returns None: is a return missing?", "你的代码返回了 None：是不是漏写了 return？"
)
NOT_COMPARABLE = Text(
    "With the reference weights loaded, your module still computes something else, so only properties that do not "
    "depend on the weights are checked.",
    "载入参考权重后，你的模块算出的仍不是要求的函数，因此只检查与权重无关的性质。",
)


def wrong_lines(
    result: GradeResult, catalogue: Mapping[str, Misconception], language: Language
) -> Iterator[Line]:
    """Yield what is known of the cause first, then the checks that failed, the first of them at length.

    Where the code raised, the error leads, and no word on weights or values stands above it.
    """
    stop = result.stop if result.verdict is Verdict.RUNTIME_ERROR else None
    if stop is not None:
        counted = sum(check.tier is not Tier.ADVICE for check in result.checks)
        causes = any(fact.kind in UNREGISTERED for fact in result.facts)
        yield from stop_lines(stop, counted, language, named=bool(result.diagnoses) or causes)
    for fact in result.facts:
        yield Line(fact_message(fact).get(language), Tone.BAD)
    alike = [found for found in result.diagnoses if found.cases]
    for found in alike:
        entry = catalogue[found.misconception]
        yield Line(diagnosis_message(entry).get(language), Tone.BAD)
        if not found.together or found is alike[-1]:  # of several, once for all
            yield Line(evidence(found).get(language), Tone.PLAIN, 2)
    nothing = any(c.difference is not None and returns_nothing(c.difference) for c in result.checks)
    if nothing:
        yield Line(RETURNS_NONE.get(language), Tone.BAD)
    elif _says_nothing(result) and result.weights == "unmatched" and stop is None:
        yield Line(NOT_COMPARABLE.get(language))
    if result.computation is not None:
        yield from _computation_lines(result, result.computation, catalogue, language)
    yield from _failed_lines(result, stop, language)


def _computation_lines(
    result: GradeResult, computation: Computation, catalogue: Mapping[str, Misconception], language: Language
) -> Iterator[Line]:
    """The faults that were read, unless a whole program was recognised by all its outputs; then the steps."""
    if not any(found.cases for found in result.diagnoses):
        yield from fault_lines(computation, catalogue, language)
        unread = unread_line(computation)
        if unread is not None:
            yield Line(unread.get(language), Tone.BAD)
    if any(step.standing is not Standing.RIGHT for step in computation.steps):
        yield from step_lines(computation, language)


def _says_nothing(result: GradeResult) -> bool:
    """Whether nothing that leads to a cause is known."""
    read = result.computation is not None and any(result.computation.deviations)
    return not (result.diagnoses or result.facts or read)


def more_lines(rest: int, language: Language) -> Line:
    """Return that `rest` checks of a list are told by --verbose only."""
    told = Text(f"and {rest} more (--verbose lists them)", f"还有 {rest} 项（用 --verbose 查看）")
    return Line(told.get(language), Tone.QUIET, 2)


def _failed_lines(result: GradeResult, stop: Stop | None, language: Language) -> Iterator[Line]:
    """The checks that failed, without those that the exception told above has ended."""
    failed = [
        check
        for check in result.checks
        if check.verdict is not Verdict.ACCEPTED
        and check.tier is not Tier.ADVICE
        and not _ended_by(stop, check)
    ]
    shown = failed[: SHOWN_FAILURES if _says_nothing(result) else 1]
    told: set[tuple[str, int | None]] = set()
    for check in shown:
        yield Line(Text("Failed: ", "未通过：").get(language) + check.title.get(language), Tone.PLAIN, 2, 2)
        if check.difference is not None:
            public = check.visibility is Visibility.PUBLIC
            yield from _difference_lines(check.difference, public, told, language)
    if len(failed) > len(shown):
        yield more_lines(len(failed) - len(shown), language)


def _ended_by(stop: Stop | None, check: CheckResult) -> bool:
    found = check.difference
    if stop is None or found is None or found.kind is not DifferenceKind.RAISED:
        return False
    return (found.found, found.line) == (stop.type, stop.line)


def _difference_lines(
    difference: Difference, public: bool, told: set[tuple[str, int | None]], language: Language
) -> Iterator[Line]:
    """What went wrong in a check; an error that was `told` for another one is not told at length again."""
    raised = difference.kind is DifferenceKind.RAISED
    key = (difference.found, difference.line)
    place = place_of(difference)
    if raised and difference.line and key in told:
        again = Text(f"the same error, {place.en}", f"同样的错误，{place.zh}")
        yield Line(again.get(language), Tone.QUIET, 4)
        return
    told.add(key)
    yield Line(explain_difference(difference, public=public).get(language), Tone.QUIET, 4, 2)
    if raised and difference.source and difference.line:
        yield Line(place.get(language), Tone.QUIET, 4)

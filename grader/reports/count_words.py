"""How many checks passed, what they are worth, which did: in the learner's words."""

from __future__ import annotations

from collections.abc import Iterator

from grader.domain.result import CheckResult, GradeResult
from grader.domain.text import Language, Text
from grader.domain.verdict import Tier, Verdict
from grader.reports.lines import Line, Tone
from grader.reports.plain_values import points
from grader.reports.wrong_words import more_lines

SHOWN_PASSED = 2
VISIBLY_APART = 0.05
"""How far the share of passed checks may be from that of the points before it is explained."""


def all_passed(result: GradeResult) -> bool:
    """Tell whether every check that has points passed."""
    return all(c.verdict is Verdict.ACCEPTED for c in result.checks if c.tier is not Tier.ADVICE)


def score_words(result: GradeResult, language: Language) -> str:
    """Return the points; in a kit, which lacks the hidden checks, the public checks that passed."""
    if not result.unrun_checks:
        return f"{points(result.score)} / {points(result.max_score)}"
    passed, public = sum(check.verdict is Verdict.ACCEPTED for check in result.checks), len(result.checks)
    return Text(f"{passed} of {public} public checks", f"公开检查 {passed} / {public}").get(language)


def count_lines(result: GradeResult, hidden: int, language: Language) -> Iterator[Line]:
    """Yield how many checks passed, that `hidden` ones exist, their weights, advice, what was right."""
    checks = [c for c in result.checks if c.tier is not Tier.ADVICE]
    passed = [c for c in checks if c.verdict is Verdict.ACCEPTED]
    if result.unrun_checks:
        yield _kit_line(result.unrun_checks, len(passed), len(checks), language)
    elif checks:
        told = Text(
            f"Passed: {len(passed)} of {len(checks)} checks. {hidden} checks of this exercise are hidden: their inputs are never shown.",
            f"通过 {len(passed)} / {len(checks)} 项检查。本题有 {hidden} 项隐藏检查，其输入从不公开。",
        )
        yield Line(told.get(language), Tone.GOOD if len(passed) == len(checks) else Tone.PLAIN)
        yield from _weight_lines(result, len(passed), checks, language)
        yield from _advice_lines(result, language)
        if passed and len(passed) < len(checks):
            yield from _right_lines(passed, language)
    else:
        told = Text(f"This exercise has {hidden} hidden checks.", f"本题有 {hidden} 项隐藏检查。")
        yield Line(told.get(language), Tone.QUIET)


def _weight_lines(
    result: GradeResult, passed: int, checks: list[CheckResult], language: Language
) -> Iterator[Line]:
    """That checks weigh differently, where the count and the score would not seem to agree."""
    apart = abs(passed / len(checks) - result.score / result.max_score) if result.max_score else 0.0
    tiers = [(tier, [c.max_points for c in checks if c.tier is tier]) for tier in (Tier.CORE, Tier.EDGE)]
    if apart < VISIBLY_APART or not all(each for _, each in tiers):
        return
    (core, edge) = ((len(each), points(sum(each))) for _, each in tiers)
    told = Text(
        f"Checks are weighted: the {core[0]} core {_checks(core[0])} {core[1]} points in total, "
        f"the {edge[0]} edge {_checks(edge[0])} {edge[1]}.",
        f"各项检查的分值不同：{core[0]} 项核心检查共 {core[1]} 分，{edge[0]} 项边界检查共 {edge[1]} 分。",
    )
    yield Line(told.get(language), Tone.QUIET, 2, 2)


def _checks(count: int) -> str:
    return "check gives" if count == 1 else "checks give"


def _advice_lines(result: GradeResult, language: Language) -> Iterator[Line]:
    lead = Text("Not met, but only advice (no points): ", "未满足，但只是建议（不计分）：").get(language)
    for check in result.checks if result.accepted else ():
        if check.tier is Tier.ADVICE and check.verdict is not Verdict.ACCEPTED:
            yield Line(lead + check.title.get(language), Tone.QUIET, 2)


def _kit_line(unrun: int, passed: int, public: int, language: Language) -> Line:
    told = Text(
        f"Passed: {passed} of {public} public checks. {unrun} hidden checks are not in this kit: your instructor"
        " runs them on fresh inputs.",
        f"通过 {passed} / {public} 项公开检查。另有 {unrun} 项隐藏检查不在本套件中，由教师用新的输入运行。",
    )
    return Line(told.get(language), Tone.GOOD if passed == public else Tone.PLAIN)


def _right_lines(passed: list[CheckResult], language: Language) -> Iterator[Line]:
    """The first checks that passed, in their own words."""
    lead = Text("Right: ", "正确：").get(language)
    for check in passed[:SHOWN_PASSED]:
        yield Line(lead + check.title.get(language), Tone.QUIET, 2, 2)
    if len(passed) > SHOWN_PASSED:
        yield more_lines(len(passed) - SHOWN_PASSED, language)

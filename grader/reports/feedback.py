"""What a learner reads after grading: one main message, the checks, the next step; and what staff read beside
it.

The two audiences are two types, so that a hidden case cannot reach a student by accident: `StudentFeedback`
is made from sentences, diagnoses and the learner's own lines only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from grader.domain.exercise import Exercise
from grader.domain.misconception import Misconception, QuestionLink
from grader.domain.result import CheckResult, Difference, DifferenceKind, Failure, GradeResult
from grader.domain.source_problem import SourceFault, SourceProblem
from grader.domain.text import Language, Text
from grader.domain.verdict import Confinement, Tier, Verdict, Visibility
from grader.reports.denied import explain_denied
from grader.reports.difference_words import explain_difference, place_of, returns_nothing
from grader.reports.evidence import diagnosis_message, evidence, stage_message
from grader.reports.plain_values import VERDICTS, points
from grader.reports.source_words import say_notes, say_problem
from grader.reports.torch_errors import explain_torch_error


class Tone(StrEnum):
    """How a line is meant; a screen may colour it, the words say it too."""

    TITLE = "title"
    GOOD = "good"
    BAD = "bad"
    PLAIN = "plain"
    QUIET = "quiet"


@dataclass(frozen=True)
class Line:
    """One paragraph of feedback, with its indent in cells; rows after the first stand `hang` cells further
    right.
    """

    text: str
    tone: Tone = Tone.PLAIN
    indent: int = 0
    hang: int = 0


@dataclass(frozen=True)
class StudentFeedback:
    """The learner's lines: `main` always shown, `more` behind --verbose."""

    main: tuple[Line, ...]
    more: tuple[Line, ...]


@dataclass(frozen=True)
class StaffFeedback:
    """What staff see beside the learner's lines: hidden differences, tracebacks, the log."""

    lines: tuple[Line, ...]


SHOWN_FAILURES = 3
SHOWN_PASSED = 2
VISIBLY_APART = 0.05
"""How far the share of passed checks may be from that of the points before it is explained."""
REGRADE = "grade exercise {number} {file}"


def student_feedback(
    result: GradeResult,
    exercise: Exercise,
    catalogue: Mapping[str, Misconception],
    language: Language,
    others: Iterable[Exercise] = (),
    regrade: str = REGRADE,
) -> StudentFeedback:
    """Turn a result into the learner's feedback in `language`.

    `others` are exercises for which a file may be meant that lacks what this one asks for; `regrade` is the
    command that grades as one of these, of its number and the file.
    """
    meant = meant_exercise(result.problem, others)
    writer = _Writer(result, exercise, catalogue, language, meant, regrade)
    return StudentFeedback(tuple(writer.main()), tuple(writer.more()))


def meant_exercise(problem: SourceProblem | None, others: Iterable[Exercise]) -> Exercise | None:
    """Return the exercise whose entries a file defines that lacks the wanted one, None if there is none."""
    if problem is None or problem.kind is not SourceFault.MISSING_ENTRY:
        return None
    defined = set(problem.found.split(", "))
    fitting = [other for other in others if defined.issuperset(entry.name for entry in other.entries)]
    return max(fitting, key=lambda other: len(other.entries), default=None)


def staff_feedback(result: GradeResult) -> StaffFeedback:
    """List every difference with its case, the weights' match, the traceback and the log."""
    lines = [
        Line(
            f"seed {result.seed}  confinement {result.confinement}  weights {result.weights or '-'}",
            Tone.QUIET,
        )
    ]
    lines.append(
        Line(f"submission {result.submission_digest[:12]}  course {result.course_digest[:12]}", Tone.QUIET)
    )
    for check in result.checks:
        if check.difference is not None:
            d = check.difference
            lines.append(
                Line(
                    f"{check.name} [{check.case}] {d.kind}: {d.place}: expected {d.expected}, found {d.found}",
                    indent=2,
                )
            )
            if d.message:
                lines.append(Line(d.message, Tone.QUIET, 4))
    if result.failure is not None:
        lines.append(Line(f"{result.failure.verdict}: {result.failure.summary}", Tone.BAD))
        lines += [Line(row, Tone.QUIET, 2) for row in result.failure.traceback.splitlines()]
    if result.log:
        lines.append(Line("log", Tone.TITLE))
        lines += [Line(row, Tone.QUIET, 2) for row in result.log.splitlines()]
    return StaffFeedback(tuple(lines))


class _Writer:
    """Writes one result for one learner."""

    def __init__(
        self,
        result: GradeResult,
        exercise: Exercise,
        catalogue: Mapping[str, Misconception],
        language: Language,
        meant: Exercise | None = None,
        regrade: str = REGRADE,
    ) -> None:
        self.meant = meant
        self.regrade = regrade
        self.result = result
        self.exercise = exercise
        self.catalogue = catalogue
        self.language = language

    def say(self, en: str, zh: str) -> str:
        """The text of the learner's language."""
        return zh if self.language is Language.ZH else en

    def main(self) -> Iterator[Line]:
        """The learner's main message, the count of checks, the next step."""
        result, tone = self.result, Tone.GOOD if self.result.accepted else Tone.BAD
        yield self._title()
        yield Line(f"{VERDICTS[result.verdict].get(self.language)}   {self._score()}", tone)
        if not (result.checks and self._all_passed()):
            yield Line("")
        if result.verdict is Verdict.NOT_ATTEMPTED:
            yield Line(
                self.say(
                    "The stub is as it was handed out: nothing was graded, and nothing counts.",
                    "文件还是发下来的样子：没有评分，也不计分。",
                )
            )
        elif result.problem is not None:
            yield Line(say_problem(self._without_meant(result.problem)).get(self.language), Tone.BAD)
            yield from self._meant()
            meaning = _meaning(result.problem)
            if meaning is not None:
                yield Line(meaning.get(self.language), Tone.PLAIN, 2)
        elif result.failure is not None:
            yield Line(
                _FAILURES.get(result.failure.verdict, _failed)(result.failure, self.exercise).get(
                    self.language
                ),
                Tone.BAD,
            )
        elif result.shortcuts:
            yield Line(self._shortcut(), Tone.BAD)
        elif not self._all_passed():
            yield from self._what_is_wrong()
        yield from self._counts()
        yield from (Line(note.get(self.language), Tone.QUIET) for note in say_notes(result.remarks))
        yield from self._confinement()
        yield from self._next()

    def more(self) -> Iterator[Line]:
        """Every check with its sentence, and what the learner believes if it is known."""
        result = self.result
        yield Line("")
        for found in result.diagnoses:
            entry = self.catalogue[found.misconception]
            yield Line(self.say("The belief behind it: ", "背后的想法：") + entry.belief.get(self.language))
            if entry.source:
                yield Line(self.say("See: ", "参见：") + entry.source, Tone.QUIET, 2)
        for check in result.checks:
            passed = check.verdict is Verdict.ACCEPTED
            mark = self.say("passed", "通过") if passed else self.say("failed", "未通过")
            tier = {
                Tier.CORE: "",
                Tier.EDGE: self.say(" (edge)", "（边界）"),
                Tier.ADVICE: self.say(" (advice)", "（建议）"),
            }[check.tier]
            tone = Tone.GOOD if passed else Tone.BAD
            yield Line(f"{mark}{tier}  {check.title.get(self.language)}", tone, 2, 4)
            if not passed and check.difference is not None:
                public = check.visibility is Visibility.PUBLIC
                yield Line(
                    explain_difference(check.difference, public=public).get(self.language), Tone.PLAIN, 6
                )
        yield Line(self.say(f"seed {result.seed}", f"种子 {result.seed}"), Tone.QUIET)

    def _without_meant(self, problem: SourceProblem) -> SourceProblem:
        """The problem without the advice to rename what is another exercise's answer."""
        others = {entry.name for entry in self.meant.entries} if self.meant else set()
        return replace(problem, suggestions=tuple(s for s in problem.suggestions if s not in others))

    def _meant(self) -> Iterator[Line]:
        """That the file holds another exercise's answer, where it does."""
        if self.meant is None or self.result.problem is None:
            return
        names = ", ".join(entry.name for entry in self.meant.entries)
        number, title = self.meant.number, self.meant.title.get(self.language)
        command = self.regrade.format(number=number, file=self.result.problem.file)
        yield Line(
            self.say(
                f"{names} is what exercise {number} ({title}) asks for. If you meant that one: {command}",
                f"{names} 是练习 {number}（{title}）要写的内容。如果你想评的是那一题：{command}",
            ),
            indent=2,
        )

    def _title(self) -> Line:
        number, title = self.exercise.number, self.exercise.title.get(self.language)
        return Line(self.say(f"Exercise {number}: {title}", f"练习 {number}：{title}"), Tone.TITLE)

    def _all_passed(self) -> bool:
        return all(c.verdict is Verdict.ACCEPTED for c in self.result.checks if c.tier is not Tier.ADVICE)

    def _shortcut(self) -> str:
        names = ", ".join(path.removeprefix("torch.") for path in self.result.shortcuts)
        return self.say(
            f"Your code ran {names}, which this exercise forbids: it asks you to write that very thing. No points until it is gone.",
            f"你的代码调用了 {names}，本题禁止使用：要你写的正是它。去掉之前不计分。",
        )

    def _what_is_wrong(self) -> Iterator[Line]:
        result = self.result
        for found in result.diagnoses:
            entry = self.catalogue[found.misconception]
            yield Line(diagnosis_message(entry).get(self.language), Tone.BAD)
            if not found.together or found is result.diagnoses[-1]:  # of several, once for all
                yield Line(evidence(found).get(self.language), Tone.PLAIN, 2)
        nothing = any(c.difference is not None and returns_nothing(c.difference) for c in result.checks)
        if nothing:
            yield Line(
                self.say(
                    "Your code returns None: is a return missing?",
                    "你的代码返回了 None：是不是漏写了 return？",
                ),
                Tone.BAD,
            )
        elif not result.diagnoses and result.weights == "unmatched":
            yield Line(
                self.say(
                    "The values cannot be compared: no way of placing the weights made your module compute the right function. "
                    "It is judged by what must hold under any weights.",
                    "无法比较数值：无论怎样放置权重，你的模块都算不出正确的函数。因此按任何权重下都应成立的性质来评判。",
                )
            )
        if result.first_wrong_stage is not None:
            yield Line(
                stage_message(result.first_wrong_stage).get(self.language),
                Tone.PLAIN,
                2 if result.diagnoses else 0,
            )
        failed = [c for c in result.checks if c.verdict is not Verdict.ACCEPTED and c.tier is not Tier.ADVICE]
        shown = failed[: 1 if result.diagnoses else SHOWN_FAILURES]
        told: set[tuple[str, int | None]] = set()
        for check in shown:
            yield Line(self.say("Failed: ", "未通过：") + check.title.get(self.language), Tone.PLAIN, 2, 2)
            if check.difference is not None:
                yield from self._difference(check.difference, check.visibility is Visibility.PUBLIC, told)
        if len(failed) > len(shown):
            rest = len(failed) - len(shown)
            yield Line(
                self.say(f"and {rest} more (--verbose lists them)", f"还有 {rest} 项（用 --verbose 查看）"),
                Tone.QUIET,
                2,
            )

    def _difference(
        self, difference: Difference, public: bool, told: set[tuple[str, int | None]]
    ) -> Iterator[Line]:
        """What went wrong in a check; an error that was `told` for another one is not told at length again."""
        raised = difference.kind is DifferenceKind.RAISED
        key = (difference.found, difference.line)
        if raised and difference.line and key in told:
            place = place_of(difference).get(self.language)
            yield Line(self.say(f"the same error, {place}", f"同样的错误，{place}"), Tone.QUIET, 4)
            return
        told.add(key)
        yield Line(explain_difference(difference, public=public).get(self.language), Tone.QUIET, 4, 2)
        if raised and difference.source and difference.line:
            yield Line(place_of(difference).get(self.language), Tone.QUIET, 4)

    def _counts(self) -> Iterator[Line]:
        checks = [c for c in self.result.checks if c.tier is not Tier.ADVICE]
        passed = [c for c in checks if c.verdict is Verdict.ACCEPTED]
        hidden = self.exercise.hidden_count
        yield Line("")
        if self.result.unrun_checks:
            yield from self._kit_counts(len(passed), len(checks))
        elif checks:
            yield Line(
                self.say(
                    f"Passed: {len(passed)} of {len(checks)} checks. {hidden} checks of this exercise are hidden: their inputs are never shown.",
                    f"通过 {len(passed)} / {len(checks)} 项检查。本题有 {hidden} 项隐藏检查，其输入从不公开。",
                ),
                Tone.GOOD if len(passed) == len(checks) else Tone.PLAIN,
            )
            yield from self._weighing(len(passed), checks)
            failed = [
                c for c in self.result.checks if c.tier is Tier.ADVICE and c.verdict is not Verdict.ACCEPTED
            ]
            for check in failed if self.result.accepted else ():
                yield Line(
                    self.say("Not met, but only advice (no points): ", "未满足，但只是建议（不计分）：")
                    + check.title.get(self.language),
                    Tone.QUIET,
                    2,
                )
            if passed and len(passed) < len(checks):
                yield from self._right(passed)
        else:
            yield Line(
                self.say(f"This exercise has {hidden} hidden checks.", f"本题有 {hidden} 项隐藏检查。"),
                Tone.QUIET,
            )

    def _weighing(self, passed: int, checks: list[CheckResult]) -> Iterator[Line]:
        """That checks weigh differently, where the count and the score would not seem to agree."""
        result = self.result
        apart = abs(passed / len(checks) - result.score / result.max_score) if result.max_score else 0.0
        tiers = [(tier, [c.max_points for c in checks if c.tier is tier]) for tier in (Tier.CORE, Tier.EDGE)]
        if apart < VISIBLY_APART or not all(each for _, each in tiers):
            return
        (core, edge) = ((len(each), points(sum(each))) for _, each in tiers)
        yield Line(
            self.say(
                f"Checks weigh differently: the {core[0]} core {_checks(core[0])} {core[1]} points together, "
                f"the {edge[0]} edge {_checks(edge[0])} {edge[1]}.",
                f"各项检查的分值不同：{core[0]} 项核心检查共 {core[1]} 分，{edge[0]} 项边界检查共 {edge[1]} 分。",
            ),
            Tone.QUIET,
            2,
            2,
        )

    def _score(self) -> str:
        """The points; in a kit without the hidden checks, where points would say little, the public checks
        passed.
        """
        result = self.result
        if not result.unrun_checks:
            return f"{points(result.score)} / {points(result.max_score)}"
        passed = sum(check.verdict is Verdict.ACCEPTED for check in result.checks)
        return self.say(
            f"{passed} of {len(result.checks)} public checks", f"公开检查 {passed} / {len(result.checks)}"
        )

    def _kit_counts(self, passed: int, public: int) -> Iterator[Line]:
        unrun = self.result.unrun_checks
        yield Line(
            self.say(
                f"Passed: {passed} of {public} public checks. {unrun} hidden checks are not in this kit: your instructor"
                " runs them on fresh inputs.",
                f"通过 {passed} / {public} 项公开检查。另有 {unrun} 项隐藏检查不在本套件中，由教师用新的输入运行。",
            ),
            Tone.GOOD if passed == public else Tone.PLAIN,
        )

    def _right(self, passed: list[CheckResult]) -> Iterator[Line]:
        """The first checks that passed, in their own words."""
        for check in passed[:SHOWN_PASSED]:
            title = check.title.get(self.language)
            yield Line(self.say("Right: ", "正确：") + title, Tone.QUIET, 2, 2)
        rest = len(passed) - SHOWN_PASSED
        if rest > 0:
            told = self.say(f"and {rest} more (--verbose lists them)", f"还有 {rest} 项（用 --verbose 查看）")
            yield Line(told, Tone.QUIET, 2)

    def _confinement(self) -> Iterator[Line]:
        graded = bool(self.result.checks)
        if graded and self.result.confinement is Confinement.NONE:
            yield Line(
                self.say(
                    "This machine offers no confinement: code that you do not trust must not be graded here (grade doctor).",
                    "本机没有隔离手段：不要在这里评阅你不信任的代码（grade doctor）。",
                ),
                Tone.BAD,
            )

    @property
    def _next_hang(self) -> int:
        return 8 if self.language is Language.ZH else 6

    def _next(self) -> Iterator[Line]:
        number, result = self.exercise.number, self.result
        yield Line("")
        if result.accepted and self._all_passed():
            yield Line(
                self.say(
                    f"Next: grade progress {number} (why it works)   ·   grade quiz --exercise {number}   ·   grade",
                    f"下一步：grade progress {number}（为什么对）   ·   grade quiz --exercise {number}   ·   grade",
                ),
                hang=self._next_hang,
            )
            return
        named = [found.misconception for found in result.diagnoses]
        asked = [each for each in named if self.catalogue[each].question_link is QuestionLink.DIRECT]
        quiz = f"grade quiz --misconception {asked[0]}" if asked else f"grade quiz --exercise {number}"
        yield Line(
            self.say(f"Next: grade hint {number}   ·   {quiz}", f"下一步：grade hint {number}   ·   {quiz}"),
            hang=self._next_hang,
        )


def _checks(count: int) -> str:
    return "check gives" if count == 1 else "checks give"


def _meaning(problem: SourceProblem) -> Text | None:
    """What an exception at the top level means, where that is known; it is the learner's own, so nothing is
    withheld.
    """
    if problem.kind is not SourceFault.RAISED:
        return None
    kind, _, message = problem.found.partition(": ")
    return explain_torch_error(message) or explain_denied(kind, message, public=True)


def _failed(failure: Failure, exercise: Exercise) -> Text:
    line = f" (line {failure.line})" if failure.line else ""
    return Text(
        f"Your code ended the grading process: {failure.summary}{line}.",
        f"你的代码结束了评分进程：{failure.summary}。",
    )


_FAILURES = {
    Verdict.TIME_LIMIT: lambda failure, exercise: Text(
        f"Your code took longer than {exercise.limits.wall_seconds:g} seconds and was stopped. Look for a loop that does not end, or a training run at the top level.",
        f"你的代码运行超过 {exercise.limits.wall_seconds:g} 秒，已被停止。请检查有没有停不下来的循环，或放在顶层的训练代码。",
    ),
    Verdict.MEMORY_LIMIT: lambda failure, exercise: Text(
        f"Your code wanted more than {exercise.limits.memory_mib} MiB of memory and was stopped.",
        f"你的代码需要的内存超过 {exercise.limits.memory_mib} MiB，已被停止。",
    ),
    Verdict.OUTPUT_LIMIT: lambda failure, exercise: Text(
        "Your code printed without end and was stopped.", "你的代码不停地输出，已被停止。"
    ),
    Verdict.PROTOCOL_VIOLATION: lambda failure, exercise: Text(
        "Your code wrote to the grader's own pipe; the whole submission is void.",
        "你的代码写入了评分程序自己的通信管道；整份提交作废。",
    ),
}

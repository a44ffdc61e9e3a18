"""What a learner reads after grading: one main message, the checks, the next step.

`StudentFeedback` is made from sentences, diagnoses and the learner's own lines only; staff's lines are
another type (`grader.reports.staff_feedback`), so that a hidden case cannot reach a student by accident.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from grader.domain.exercise import Exercise
from grader.domain.misconception import Misconception, QuestionLink
from grader.domain.result import CheckResult, GradeResult
from grader.domain.text import Language, Text
from grader.domain.verdict import Confinement, Tier, Verdict, Visibility
from grader.reports.count_words import all_passed, count_lines, score_words
from grader.reports.difference_words import explain_difference
from grader.reports.lines import Line, Tone
from grader.reports.plain_values import VERDICTS
from grader.reports.source_words import say_notes
from grader.reports.ungraded_words import (
    NOT_ATTEMPTED,
    failure_line,
    meant_exercise,
    problem_lines,
    shortcut_line,
)
from grader.reports.wrong_words import wrong_lines

REGRADE = "grade exercise {number} {file}"
UNCONFINED = Text(
    "This machine offers no confinement: code that you do not trust must not be graded here (grade doctor).",
    "本机没有隔离手段：不要在这里评阅你不信任的代码（grade doctor）。",
)
NEXT_HANG = {Language.EN: 6, Language.ZH: 8}
"""The width of "Next: ", in cells."""


@dataclass(frozen=True)
class StudentFeedback:
    """The learner's lines: `main` always shown, `more` behind --verbose."""

    main: tuple[Line, ...]
    more: tuple[Line, ...]


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
    main = (
        *_head(result, exercise, language),
        *_message(result, exercise, catalogue, language, meant, regrade),
        Line(""),
        *count_lines(result, exercise.hidden_count, language),
        *(Line(note.get(language), Tone.QUIET) for note in say_notes(result.remarks)),
        *_confinement(result, language),
        Line(""),
        _next(result, exercise, catalogue, language),
    )
    return StudentFeedback(main, tuple(_more(result, catalogue, language)))


def _head(result: GradeResult, exercise: Exercise, language: Language) -> Iterator[Line]:
    number, title = exercise.number, exercise.title.get(language)
    yield Line(Text(f"Exercise {number}: {title}", f"练习 {number}：{title}").get(language), Tone.TITLE)
    tone = Tone.GOOD if result.accepted else Tone.BAD
    yield Line(f"{VERDICTS[result.verdict].get(language)}   {score_words(result, language)}", tone)


def _message(
    result: GradeResult,
    exercise: Exercise,
    catalogue: Mapping[str, Misconception],
    language: Language,
    meant: Exercise | None,
    regrade: str,
) -> Iterator[Line]:
    """The one main message: the cause that comes first."""
    if not (result.checks and all_passed(result)):
        yield Line("")
    if result.verdict is Verdict.NOT_ATTEMPTED:
        yield Line(NOT_ATTEMPTED.get(language))
    elif result.problem is not None:
        yield from problem_lines(result.problem, meant, regrade, language)
    elif result.failure is not None:
        yield failure_line(result.failure, exercise, language)
    elif result.shortcuts:
        yield shortcut_line(result.shortcuts, language)
    elif not all_passed(result):
        yield from wrong_lines(result, catalogue, language)


def _confinement(result: GradeResult, language: Language) -> Iterator[Line]:
    if result.checks and result.confinement is Confinement.NONE:
        yield Line(UNCONFINED.get(language), Tone.BAD)


def _next(
    result: GradeResult, exercise: Exercise, catalogue: Mapping[str, Misconception], language: Language
) -> Line:
    number = exercise.number
    if result.accepted and all_passed(result):
        told = Text(
            f"Next: grade progress {number} (why it works)   ·   grade quiz --exercise {number}   ·   grade",
            f"下一步：grade progress {number}（为什么对）   ·   grade quiz --exercise {number}   ·   grade",
        )
        return Line(told.get(language), hang=NEXT_HANG[language])
    named = [found.misconception for found in result.diagnoses]
    asked = [each for each in named if catalogue[each].question_link is QuestionLink.DIRECT]
    quiz = f"grade quiz --misconception {asked[0]}" if asked else f"grade quiz --exercise {number}"
    told = Text(f"Next: grade hint {number}   ·   {quiz}", f"下一步：grade hint {number}   ·   {quiz}")
    return Line(told.get(language), hang=NEXT_HANG[language])


def _more(result: GradeResult, catalogue: Mapping[str, Misconception], language: Language) -> Iterator[Line]:
    """Every check with its sentence, and what the learner believes if it is known."""
    yield Line("")
    for found in result.diagnoses:
        entry = catalogue[found.misconception]
        belief = Text("The belief behind it: ", "背后的想法：").get(language)
        yield Line(belief + entry.belief.get(language))
        if entry.source:
            yield Line(Text("See: ", "参见：").get(language) + entry.source, Tone.QUIET, 2)
    for check in result.checks:
        yield from _check_lines(check, language)
    yield Line(Text(f"seed {result.seed}", f"种子 {result.seed}").get(language), Tone.QUIET)


def _check_lines(check: CheckResult, language: Language) -> Iterator[Line]:
    passed = check.verdict is Verdict.ACCEPTED
    mark = (Text("passed", "通过") if passed else Text("failed", "未通过")).get(language)
    tier = {
        Tier.CORE: Text("", ""),
        Tier.EDGE: Text(" (edge)", "（边界）"),
        Tier.ADVICE: Text(" (advice)", "（建议）"),
    }[check.tier].get(language)
    tone = Tone.GOOD if passed else Tone.BAD
    yield Line(f"{mark}{tier}  {check.title.get(language)}", tone, 2, 4)
    if not passed and check.difference is not None:
        public = check.visibility is Visibility.PUBLIC
        yield Line(explain_difference(check.difference, public=public).get(language), Tone.PLAIN, 6)

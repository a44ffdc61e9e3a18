"""A learner's own page: what was right, what to mend first, what to do next.

`LearnerReport` is made of sentences alone: no difference, no case, no traceback fits into it, so that nothing of a
hidden case can come onto the page by accident.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from grader.domain.exercise import Exercise
from grader.domain.misconception import Misconception
from grader.domain.policy import Basis
from grader.domain.record import ClassResult
from grader.domain.result import GradeResult
from grader.domain.text import Language, Text
from grader.domain.verdict import Tier, Verdict
from grader.reports.computation_picture import StepBox, computation_picture, step_boxes
from grader.reports.feedback import student_feedback
from grader.reports.gradebook import Score
from grader.reports.intake_words import say_intake_problem
from grader.reports.learner_rows import BASES
from grader.reports.lines import Line, Tone
from grader.reports.page import render_page, sayer
from grader.reports.plain_values import VERDICTS, points

_COMMAND = re.compile(r"grade(?: --?[a-z-]+| [a-z0-9][\w-]*)*")
_NOTHING = Text("You handed in nothing for this exercise.", "本题没有提交。")
_OURS = Text(
    "The grader failed here, not you. Your submission stays open until it is judged.",
    "是评分程序出了故障，不是你的问题。你的提交保持待定，直到评出结果。",
)
_FOR_TERMINALS = ("--verbose", "right: ", "正确：")
"""What marks lines that a page has no use for: it lists what is right and what is not by itself."""


@dataclass(frozen=True)
class ExerciseWords:
    """One exercise in the learner's words. `message` are the same paragraphs that `grade exercise` prints."""

    number: int
    title: str
    verdict: str
    accepted: bool
    score: str
    notes: tuple[str, ...]
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    message: tuple[Line, ...]
    steps: tuple[StepBox, ...]
    next_steps: tuple[str, ...]


@dataclass(frozen=True)
class LearnerReport:
    """All that a learner's page says. `due_cards` are the questions of the review cards that are due."""

    name: str
    key: str
    total: str
    made_at: datetime
    exercises: tuple[ExerciseWords, ...]
    due_cards: tuple[str, ...]


def exercise_words(
    result: ClassResult | None,
    score: Score,
    notes: tuple[str, ...],
    exercise: Exercise,
    catalogue: Mapping[str, Misconception],
    language: Language,
) -> ExerciseWords:
    """Put one stored result into words; `score` is how it counts, `notes` what a rule or a person changed."""
    settled = score.settled
    shown = points(settled.score) if settled.score is not None else "–"
    nothing = ExerciseWords(
        number=exercise.number,
        title=exercise.title.get(language),
        verdict=BASES[Basis.MISSING].get(language),
        accepted=False,
        score=f"{shown} / {points(settled.max_score)}",
        notes=notes,
        right=(),
        wrong=(),
        message=(Line(_NOTHING.get(language)),),
        steps=(),
        next_steps=(f"grade exercise {exercise.number}",),
    )
    if result is None:
        return nothing
    graded = result.result.grade
    lines = student_feedback(graded, exercise, catalogue, language).main
    return replace(
        nothing,
        verdict=VERDICTS[result.verdict].get(language),
        accepted=result.verdict is Verdict.ACCEPTED,
        right=_titles(graded, language, passed=True),
        wrong=_titles(graded, language, passed=False),
        message=_message(result, lines, language),
        steps=step_boxes(graded.computation),
        next_steps=_next_steps(lines),
    )


def _titles(graded: GradeResult, language: Language, *, passed: bool) -> tuple[str, ...]:
    """The sentences of the checks that passed, or of those with points that did not."""
    return tuple(
        check.title.get(language)
        for check in graded.checks
        if (check.verdict is Verdict.ACCEPTED) is passed and (passed or check.tier is not Tier.ADVICE)
    )


def _message(result: ClassResult, lines: tuple[Line, ...], language: Language) -> tuple[Line, ...]:
    """What `grade exercise` says between its empty lines; what never ran is told by what kept it from running."""
    problem = result.result.intake
    if result.verdict is Verdict.INTERNAL_ERROR:
        return (Line(_OURS.get(language)),)
    if problem is not None:
        return (Line(say_intake_problem(problem).get(language)),)
    first, last = _blanks(lines)
    return tuple(line for line in lines[first + 1 : last] if not _for_terminals(line))


def _next_steps(lines: tuple[Line, ...]) -> tuple[str, ...]:
    """The commands after the last empty line."""
    _, last = _blanks(lines)
    words = " ".join(line.text for line in lines[last + 1 :])
    return tuple(dict.fromkeys(_COMMAND.findall(words)))


def _blanks(lines: tuple[Line, ...]) -> tuple[int, int]:
    """The places of the first and the last empty line."""
    blank = [place for place, line in enumerate(lines) if not line.text]
    return (blank[0], blank[-1]) if len(blank) > 1 else (0, len(lines))


def _for_terminals(line: Line) -> bool:
    return line.tone is Tone.QUIET and any(mark in line.text for mark in _FOR_TERMINALS)


def learner_page(report: LearnerReport, language: Language) -> str:
    """The page as HTML: one file, no script."""
    say = sayer(language)
    pictures = {
        each.number: computation_picture(
            f"computation-{each.number}", say("What the code computes", "代码的计算过程"), each.steps
        )
        for each in report.exercises
        if each.steps
    }
    return render_page("learner.html.j2", language, {"report": report, "pictures": pictures})

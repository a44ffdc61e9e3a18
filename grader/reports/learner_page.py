"""A learner's own page: what was right, what to mend first, and what to do next.

`LearnerReport` is made of sentences alone: no difference, no case, no traceback fits into it, so that nothing of a
hidden case can come onto the page by accident.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from grader.domain.classroom import IntakeFault, IntakeProblem
from grader.domain.exercise import Exercise
from grader.domain.misconception import Misconception
from grader.domain.policy import Standing
from grader.domain.record import ClassResult
from grader.domain.text import Language
from grader.domain.verdict import Verdict
from grader.reports.evidence import stage_message
from grader.reports.feedback import Line, student_feedback
from grader.reports.gradebook import Score
from grader.reports.intake_words import say_intake_problem
from grader.reports.learner_rows import STANDINGS
from grader.reports.page import render_page, sayer
from grader.reports.plain_values import VERDICTS, points
from grader.reports.result_json import from_stored
from grader.reports.stage_picture import StageBox, stage_boxes, stage_picture

_SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")


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
    message: tuple[Line, ...]
    stages: tuple[StageBox, ...]
    stages_say: str
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
    say = sayer(language)
    settled = score.settled
    shown = points(settled.score) if settled.score is not None else "–"
    title, number = exercise.title.get(language), exercise.number
    if result is None:
        message = (Line(say("You handed in nothing for this exercise.", "本题没有提交。")),)
        word = STANDINGS[Standing.MISSING].get(language)
        steps = (f"grade exercise {number}",)
        return ExerciseWords(
            number,
            title,
            word,
            False,
            f"{shown} / {points(settled.max_score)}",
            notes,
            (),
            message,
            (),
            "",
            steps,
        )
    stored: Any = result.result
    graded = from_stored(stored)
    feedback = student_feedback(graded, exercise, catalogue, language)
    _, body, following = _parted(feedback.main)
    if result.verdict is Verdict.INTERNAL_ERROR:
        body = (
            Line(
                say(
                    "The grader failed here, not you: this costs you nothing.",
                    "是评分程序出了故障，不是你的问题，不扣分。",
                )
            ),
        )
    elif "intake" in stored:
        body = (Line(say_intake_problem(_intake(stored["intake"])).get(language)),)
    passed = tuple(c.title.get(language) for c in graded.checks if c.verdict is Verdict.ACCEPTED)
    stage = graded.first_wrong_stage
    return ExerciseWords(
        number,
        title,
        VERDICTS[result.verdict].get(language),
        result.verdict is Verdict.ACCEPTED,
        f"{shown} / {points(settled.max_score)}",
        notes,
        passed,
        body,
        stage_boxes(exercise, stage, language),
        stage_message(stage).get(language) if stage is not None else "",
        following,
    )


def learner_page(report: LearnerReport, language: Language) -> str:
    """The page as HTML: one file, no script."""
    say = sayer(language)
    pictures = {
        each.number: stage_picture(
            f"stages-{each.number}",
            say("The stages of the computation", "计算的各个阶段"),
            each.stages,
            each.stages_say,
        )
        for each in report.exercises
        if each.stages
    }
    return render_page("learner.html.j2", language, {"report": report, "pictures": pictures})


def page_name(key: str) -> str:
    """A file name for a person's page: the key where it is harmless, else a digest of it."""
    if _SAFE_NAME.fullmatch(key) and not key.endswith("."):
        return f"{key}.html"
    return f"{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}.html"


def _intake(plain: Mapping[str, str]) -> IntakeProblem:
    return IntakeProblem(IntakeFault(plain["kind"]), plain["path"], plain["detail"])


def _parted(lines: tuple[Line, ...]) -> tuple[tuple[Line, ...], tuple[Line, ...], tuple[str, ...]]:
    """The head, the body and the next steps of a learner's lines, which empty lines part."""
    blank = [place for place, line in enumerate(lines) if not line.text]
    first, last = (blank[0], blank[-1]) if len(blank) > 1 else (1, len(lines) - 2)
    steps = " ".join(line.text for line in lines[last + 1 :])
    commands = tuple(part.strip() for part in re.split(r"[:：·]", steps) if part.strip().startswith("grade"))
    return lines[:first], lines[first + 1 : last], commands

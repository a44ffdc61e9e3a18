"""The table of commands: where each is, and its line in `grade --help`, so that help imports none of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Listed:
    """A command's place ("module:attribute") and its one line of help."""

    place: str
    summary: str


COMMANDS: Mapping[str, Listed] = {
    "start": Listed("grader.cli.start:start", "Make a working folder with one stub for each exercise."),
    "exercise": Listed("grader.cli.exercise:exercise", "Grade exercise NAME."),
    "watch": Listed("grader.cli.watch:watch", "Grade at every save of a file."),
    "hint": Listed("grader.cli.hint:hint", "Give the next hint for an exercise."),
    "reset": Listed("grader.cli.reset:reset", "Put an exercise's stub back; your file is kept."),
    "progress": Listed("grader.cli.progress:progress", "Show what is done and what is next."),
    "quiz": Listed("grader.cli.quiz:quiz", "Take a quiz, or list them."),
    "review": Listed("grader.cli.review:review", "Review the cards that are due."),
    "class": Listed("grader.cli.class_run:class_run", "Grade the submissions of a class."),
    "report": Listed("grader.cli.report:report", "Report the scores of a class run."),
    "similar": Listed("grader.cli.similar:similar", "Find submissions that are similar."),
    "override": Listed("grader.cli.staff:override", "Set the points that count for one person."),
    "extend": Listed("grader.cli.staff:extend", "Give one person more time."),
    "forget": Listed("grader.cli.staff:forget", "Export or delete all that is kept of one person."),
    "export": Listed("grader.cli.export:export", "Write the quizzes for other platforms."),
    "kit": Listed("grader.cli.kit:kit", "Build a student's kit, or a platform's autograder."),
    "author": Listed("grader.cli.author:author", "Write exercises and gate them."),
    "doctor": Listed("grader.cli.doctor:doctor", "Say what confinement this machine offers."),
}

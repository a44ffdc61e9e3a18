"""The table of commands: where each is, and its line in `grade --help`, so that help imports none of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Listed:
    """A command's place ("module:attribute"), its one line of help, and examples for its own help."""

    place: str
    summary: str
    examples: tuple[str, ...] = ()


COMMANDS: Mapping[str, Listed] = {
    "start": Listed(
        "grader.cli.start:start",
        "Make a working folder with one stub for each exercise.",
        (
            "grade start work",
            "grade start --notebook",
        ),
    ),
    "exercise": Listed(
        "grader.cli.exercise:exercise",
        "Grade exercise NAME.",
        (
            "grade exercise 3",
            "grade exercise feed-forward mine.py --verbose",
            "grade exercise 3 --json --seed 7",
        ),
    ),
    "watch": Listed(
        "grader.cli.watch:watch",
        "Grade at every save of a file.",
        (
            "grade watch",
            "grade watch 3",
            "grade watch 3 mine.ipynb --poll",
        ),
    ),
    "hint": Listed(
        "grader.cli.hint:hint",
        "Give the next hint for an exercise.",
        ("grade hint 3",),
    ),
    "reset": Listed(
        "grader.cli.reset:reset",
        "Put an exercise's stub back; your file is kept.",
        ("grade reset 3",),
    ),
    "progress": Listed(
        "grader.cli.progress:progress",
        "Show what is done and what is next.",
        (
            "grade progress",
            "grade progress 3",
            "grade progress --json",
        ),
    ),
    "quiz": Listed(
        "grader.cli.quiz:quiz",
        "Take a quiz, or list them.",
        (
            "grade quiz",
            "grade quiz layer-norm",
            "grade quiz --exercise 3 --count 5",
            "grade quiz layer-norm --answers answers.txt --no-input",
        ),
    ),
    "review": Listed(
        "grader.cli.review:review",
        "Review the cards that are due.",
        ("grade review",),
    ),
    "class": Listed(
        "grader.cli.class_run:class_run",
        "Grade the submissions of a class.",
        (
            "grade class submissions --exercise 3",
            "grade class export.zip --from moodle --roster roster.csv",
        ),
    ),
    "report": Listed(
        "grader.cli.report:report",
        "Report the scores of a class run.",
        (
            "grade report -o report",
            "grade report --format csv -o scores.csv",
            "grade report --format canvas --fill exported.csv -o filled.csv",
            "grade report --learner ada -o ada.html",
        ),
    ),
    "similar": Listed(
        "grader.cli.similar:similar",
        "Find submissions that are similar.",
        (
            "grade similar",
            "grade similar --exercise 3 -o similar.html",
        ),
    ),
    "override": Listed(
        "grader.cli.staff:override",
        "Set the points that count for one person.",
        ('grade override ada 3 --points 8 --why "shown in the tutorial"',),
    ),
    "extend": Listed(
        "grader.cli.staff:extend",
        "Give one person more time.",
        ('grade extend ada 3 --until 2026-10-08 --why "ill"',),
    ),
    "forget": Listed(
        "grader.cli.staff:forget",
        "Export or delete all that is kept of one person.",
        ("grade forget ada",),
    ),
    "export": Listed(
        "grader.cli.export:export",
        "Write the quizzes for other platforms.",
        ("grade export quiz --format moodle-xml -o questions.xml",),
    ),
    "kit": Listed(
        "grader.cli.kit:kit",
        "Build a student's kit, or a platform's autograder.",
        (
            "grade kit -o kit.zip",
            "grade kit -o autograder.zip --format gradescope --exercise 3",
        ),
    ),
    "author": Listed(
        "grader.cli.author:author",
        "Write exercises and gate them.",
        (
            "grade author new my_exercise",
            "grade author check 3",
        ),
    ),
    "doctor": Listed(
        "grader.cli.doctor:doctor",
        "Say what confinement this machine offers.",
        ("grade doctor",),
    ),
    "completion": Listed(
        "grader.cli.completion:completion",
        "Print a script that makes your shell complete.",
        ('eval "$(grade completion bash)"', "grade completion fish > ~/.config/fish/completions/grade.fish"),
    ),
}

"""The table of commands: where each is, with its line in `grade --help`, so that help imports none of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.domain.text import Text


@dataclass(frozen=True)
class Listed:
    """A command's place ("module:attribute"), its one line of help, and examples for its own help."""

    place: str
    summary: Text
    examples: tuple[str, ...] = ()


COMMANDS: Mapping[str, Listed] = {
    "start": Listed(
        "grader.cli.start:start",
        Text(
            "Make a working folder with one stub for each exercise.", "建立工作目录，每道练习一个空白题目。"
        ),
        (
            "grade start work",
            "grade start --notebook",
        ),
    ),
    "exercise": Listed(
        "grader.cli.exercise:exercise",
        Text("Grade exercise NAME.", "评阅练习 NAME。"),
        (
            "grade exercise 3",
            "grade exercise feed-forward mine.py --verbose",
            "grade exercise 3 --json --seed 7",
        ),
    ),
    "watch": Listed(
        "grader.cli.watch:watch",
        Text("Grade at every save of a file.", "每次保存文件时自动评阅。"),
        (
            "grade watch",
            "grade watch 3",
            "grade watch 3 mine.ipynb --poll",
        ),
    ),
    "hint": Listed(
        "grader.cli.hint:hint",
        Text("Give the next hint for an exercise.", "给出一道练习的下一条提示。"),
        ("grade hint 3",),
    ),
    "reset": Listed(
        "grader.cli.reset:reset",
        Text("Put an exercise's stub back; your file is kept.", "恢复一道练习的空白题目；你的文件会保留。"),
        ("grade reset 3",),
    ),
    "progress": Listed(
        "grader.cli.progress:progress",
        Text("Show what is done and what is next.", "显示已完成的练习和下一步。"),
        (
            "grade progress",
            "grade progress 3",
            "grade progress --json",
        ),
    ),
    "quiz": Listed(
        "grader.cli.quiz:quiz",
        Text("Take a quiz, or list them.", "做测验，或列出所有测验。"),
        (
            "grade quiz",
            "grade quiz layer-norm",
            "grade quiz --exercise 3 --count 5",
            "grade quiz layer-norm --answers answers.txt --no-input",
        ),
    ),
    "review": Listed(
        "grader.cli.review:review",
        Text("Review the cards that are due.", "复习到期的卡片。"),
        ("grade review",),
    ),
    "class": Listed(
        "grader.cli.class_run:class_run",
        Text("Grade the submissions of a class.", "评阅一个班级的提交。"),
        (
            "grade class submissions --exercise 3",
            "grade class export.zip --from moodle --roster roster.csv",
        ),
    ),
    "report": Listed(
        "grader.cli.report:report",
        Text("Report the scores of a class run.", "报告一次班级评阅的成绩。"),
        (
            "grade report -o report",
            "grade report --format csv -o scores.csv",
            "grade report --format canvas --fill exported.csv -o filled.csv",
            "grade report --learner ada -o ada.html",
        ),
    ),
    "similar": Listed(
        "grader.cli.similar:similar",
        Text("Find submissions that are similar.", "查找相似的提交。"),
        (
            "grade similar",
            "grade similar --exercise 3 -o similar.html",
        ),
    ),
    "override": Listed(
        "grader.cli.staff:override",
        Text("Set the points that count for one person.", "修改某个人的得分。"),
        ('grade override ada 3 --points 8 --why "shown in the tutorial"',),
    ),
    "extend": Listed(
        "grader.cli.staff:extend",
        Text("Give one person more time.", "给某个人延期。"),
        ('grade extend ada 3 --until 2026-10-08 --why "ill"',),
    ),
    "forget": Listed(
        "grader.cli.staff:forget",
        Text("Export or delete all that is kept of one person.", "导出或删除某个人的全部数据。"),
        ("grade forget ada",),
    ),
    "export": Listed(
        "grader.cli.export:export",
        Text("Write the quizzes for other platforms.", "为其他平台导出测验。"),
        ("grade export quiz --format moodle-xml -o questions.xml",),
    ),
    "kit": Listed(
        "grader.cli.kit:kit",
        Text("Build a student's kit, or a platform's autograder.", "制作学生版，或平台的自动评分包。"),
        (
            "grade kit -o kit.zip",
            "grade kit -o autograder.zip --format gradescope --exercise 3",
        ),
    ),
    "author": Listed(
        "grader.cli.author:author",
        Text("Write exercises and gate them.", "编写练习并检验练习。"),
        (
            "grade author new my_exercise",
            "grade author check 3",
        ),
    ),
    "doctor": Listed(
        "grader.cli.doctor:doctor",
        Text("Say what confinement this machine offers.", "说明这台机器能提供什么隔离。"),
        ("grade doctor",),
    ),
    "completion": Listed(
        "grader.cli.completion:completion",
        Text("Print a script that makes your shell complete.", "输出让 shell 能自动补全的脚本。"),
        ('eval "$(grade completion bash)"', "grade completion fish > ~/.config/fish/completions/grade.fish"),
    ),
}

"""What `grade class` says at the end: for people, or as one JSON object of the schema addnorm.class/1."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from grader.classrun.changes import Cause
from grader.cli.class_people_words import (
    choice_lines,
    people_json,
    remark_lines,
    roster_lines,
    time_lines,
)
from grader.cli.settings import Settings
from grader.domain.classroom import IntakeFault, IntakeProblem
from grader.domain.text import Text
from grader.reports.intake_words import say_intake_problem
from grader.reports.lines import Line, Tone
from grader.reports.plain_values import VERDICTS, points
from grader.reports.ungradable_words import counted_reasons

if TYPE_CHECKING:
    from grader.workflows.grade_class import ClassOutcome

SCHEMA = "addnorm.class/1"
MOST_OPEN = 20
CAUSES: Mapping[Cause, Text] = {
    Cause.SOURCE: Text(en="the source changed", zh="提交的代码变了"),
    Cause.COURSE: Text(en="the course changed", zh="课程内容变了"),
    Cause.GRADER: Text(en="the grader changed", zh="评分程序变了"),
    Cause.SEED: Text(en="the seed changed", zh="种子变了"),
    Cause.NOTHING: Text(
        en="nothing changed: this code does not always do the same, or runs near a limit",
        zh="什么都没变：这份代码每次运行的结果不完全相同，或者接近某个限制",
    ),
}


def outcome_json(outcome: ClassOutcome) -> dict[str, object]:
    """The object that `grade class --json` prints."""
    plain: dict[str, object] = {
        "schema": SCHEMA,
        "run": outcome.run.id,
        "seed": outcome.run.seed,
        "exercises": list(outcome.run.exercises),
        "interrupted": outcome.interrupted,
        "graded": sum(outcome.graded.values()),
        "unchanged": outcome.unchanged,
        "identical": outcome.identical,
        "verdicts": {str(verdict): number for verdict, number in outcome.in_all.items()},
        "changes": [
            {
                "learner": change.learner,
                "exercise": change.exercise_id,
                "before": change.before,
                "after": change.after,
                "counts": change.counts,
                "causes": [str(cause) for cause in change.causes],
            }
            for change in outcome.changes
        ],
        "open": [
            {"learner": each.learner, "exercise": each.exercise, "why": each.why}
            for each in outcome.open_results
        ],
        "quizzes": [
            {
                "learner": q.learner,
                "quiz": q.quiz,
                "score": q.score,
                "max_score": q.max_score,
                "problems": [problem.en for problem in q.problems],
            }
            for q in outcome.quizzes
        ],
        "ungradable": dict(Counter(outcome.reasons).most_common()),
        "left_out": [
            {"path": problem.path, "kind": str(problem.kind), "detail": problem.detail}
            for problem in _left_out(outcome)
        ],
        **people_json(outcome.notes, outcome.run),
    }
    if outcome.join is not None:
        plain["without_submission"] = [person.key for person in outcome.join.without_submission]
        plain["not_in_roster"] = [key for key, _ in outcome.join.without_person]
    return plain


def outcome_lines(outcome: ClassOutcome, settings: Settings) -> Iterator[Line]:
    """The same in words."""
    run, say = outcome.run, settings.say
    yield Line(say(f"Run {run.id}, seed {run.seed}", f"批次 {run.id}，种子 {run.seed}"), Tone.TITLE)
    total = sum(outcome.graded.values())
    copies = outcome.identical
    also_en = f", {copies} by a source identical to another's" if copies else ""
    also_zh = f"，其中 {copies} 份与他人代码完全相同" if copies else ""
    en = f"{total} graded now{also_en}; {outcome.unchanged} unchanged since the last run"
    zh = f"本次评阅 {total} 份{also_zh}；{outcome.unchanged} 份自上次以来未变"
    yield Line(say(en, zh))
    for verdict, number in outcome.in_all.items():
        yield Line(f"{number:>6}  {VERDICTS[verdict].get(settings.language)}", indent=2)
    reasons = counted_reasons(outcome.reasons)
    if reasons is not None:
        yield Line(reasons.get(settings.language), Tone.BAD)
    yield from _changes(outcome, settings)
    yield from _open(outcome, settings)
    yield from _quizzes(outcome, settings)
    yield from roster_lines(outcome.join, settings)
    yield from time_lines(outcome.notes, outcome.run, settings)
    yield from choice_lines(outcome.notes, settings)
    yield from remark_lines(outcome.notes, settings)
    left_out = _left_out(outcome)
    if left_out:
        yield Line(say("Left out", "未评阅的文件"), Tone.TITLE)
    for problem in left_out:
        yield Line(say_intake_problem(problem).get(settings.language), Tone.BAD, 2)
    yield from _next(outcome, settings)


def _left_out(outcome: ClassOutcome) -> list[IntakeProblem]:
    """Files that nobody was graded for: refused ones, nobody's, and those of which nothing tells the exercise."""
    unplaced = [
        item.problem or IntakeProblem(IntakeFault.UNKNOWN_EXERCISE, item.file_name)
        for item in outcome.unplaced
    ]
    return [*outcome.problems, *unplaced]


def _changes(outcome: ClassOutcome, settings: Settings) -> Iterator[Line]:
    if outcome.changes:
        yield Line(settings.say("Changed scores", "分数有变化"), Tone.TITLE)
    for change in outcome.changes:
        why = ", ".join(CAUSES[cause].get(settings.language) for cause in change.causes)
        before, after = points(change.before), points(change.after)
        if change.counts != change.after:
            best = points(change.counts)
            why += settings.say(f"; the best attempt counts: {best}", f"；以最好的一次计分：{best}")
        yield Line(f"{change.learner}  {change.exercise_id}  {before} -> {after}  ({why})", indent=2)


def _open(outcome: ClassOutcome, settings: Settings) -> Iterator[Line]:
    """Whose submissions could not be judged, by our own fault."""
    found, say = outcome.open_results, settings.say
    if not found:
        return
    yield Line(
        say(
            f"Not judged, by our own fault ({len(found)}): open until the next run or your decision (grade override)",
            f"因评分程序自身的故障未能评分（{len(found)} 份）：保持待定，直到再次运行或由你决定（grade override）",
        ),
        Tone.TITLE,
    )
    for each in found[:MOST_OPEN]:
        where = say(f"exercise {each.exercise}", f"练习 {each.exercise}")
        yield Line(f"{each.learner}  {where}  {each.why}".rstrip(), Tone.BAD, 2)
    left = len(found) - MOST_OPEN
    if left > 0:
        yield Line(
            say(f"and {left} more (--json lists all)", f"另有 {left} 份（--json 列出全部）"), Tone.BAD, 2
        )


def _quizzes(outcome: ClassOutcome, settings: Settings) -> Iterator[Line]:
    if outcome.quizzes:
        number = len(outcome.quizzes)
        yield Line(settings.say(f"Quiz files marked: {number}", f"已批改的测验文件：{number}"), Tone.TITLE)
    for quiz in outcome.quizzes:
        for problem in quiz.problems:
            yield Line(f"{quiz.learner}  {quiz.quiz}: {problem.get(settings.language)}", Tone.BAD, 2)
    for path, reason in outcome.refused_quizzes:
        yield Line(
            settings.say(f"{path} is no quiz file: {reason.en}", f"{path} 不是测验文件：{reason.zh}"),
            Tone.BAD,
            2,
        )


def _next(outcome: ClassOutcome, settings: Settings) -> Iterator[Line]:
    """The reports of this very run, from the database that it is kept in."""
    if outcome.interrupted or not outcome.in_all:
        return
    database = f" --db {shlex.quote(settings.db)}" if settings.db else ""
    report = f"grade report --run {outcome.run.id}{database}"
    yield Line("")
    yield Line(settings.say("Next:", "下一步："))
    yield Line(
        settings.say(
            f"{report} -o report   (pages: the class and each learner)",
            f"{report} -o report   （网页：全班和每位学生）",
        ),
        indent=2,
        hang=2,
    )
    if outcome.learners:
        learner = shlex.quote(outcome.learners[0])
        yield Line(
            settings.say(
                f"{report} --learner {learner} -o one.html   (one learner)",
                f"{report} --learner {learner} -o one.html   （一位学生）",
            ),
            indent=2,
            hang=2,
        )
    yield Line(
        settings.say(
            f"{report} --format csv -o scores.csv   (a table)",
            f"{report} --format csv -o scores.csv   （表格）",
        ),
        indent=2,
        hang=2,
    )

"""`grade quiz`: list the quizzes, or take one."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from grader.cli.screen import Screen, beginning, cells, screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.errors import UsageError
from grader.domain.exit_code import ExitCode
from grader.domain.system_reason import system_reason
from grader.domain.text import Text

if TYPE_CHECKING:
    from grader.cli.quiz_answers import AnswerSource
    from grader.domain.mark import QuizSession
    from grader.quiz.memory import QuizMemory
    from grader.quiz.request import QuizRequest
    from grader.workflows.take_quiz import Sitting


@click.command()
@click.argument("name", required=False)
@click.option(
    "--exercise", "exercise_number", type=click.IntRange(1), metavar="N", help="Questions on exercise N."
)
@click.option("--misconception", metavar="ID", help="Questions tied to a misconception.")
@click.option(
    "--count", type=click.IntRange(1, 200), metavar="K", help="At most K questions, what was missed first."
)
@click.option(
    "--answers", type=click.File("r", encoding="utf-8"), help="Take the answers from a file (- for a pipe)."
)
@click.option("--no-input", is_flag=True, help="Never ask: without --answers, show the questions only.")
@click.option(
    "--save", type=click.Path(path_type=Path, dir_okay=False), help="Write the answers for the instructor."
)
@click.option("--restart", is_flag=True, help="Begin anew instead of going on where you stopped.")
@click.option("--seed", type=click.IntRange(0), help="Draw numbers and order from this seed.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print one JSON object (schema addnorm.quizzes/1 or addnorm.quiz_result/1).",
)
@shared_options
def quiz(
    name: str | None,
    exercise_number: int | None,
    misconception: str | None,
    count: int | None,
    answers: IO[str] | None,
    no_input: bool,
    save: Path | None,
    restart: bool,
    seed: int | None,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> int:
    """Take quiz NAME; without a choice, list the quizzes.

    Stop with Ctrl-C whenever you like: the same command goes on where you stopped. Exit code 0: done, 1: some
    answers are missing, 2: wrong usage, 130: interrupted.
    """
    from grader.quiz.request import QuizRequest

    settings = settings_of(course, db, lang)
    wanted = QuizRequest(name, exercise_number, misconception, count)
    if wanted == QuizRequest() and answers is None and not no_input:
        return _list(settings, as_json)
    if answers is None and not no_input and not sys.stdin.isatty():
        raise UsageError(
            Text("standard input is not a terminal", "标准输入不是终端"),
            Text(
                "Give --answers FILE (--answers - reads a pipe), or --no-input to see the questions.",
                "请用 --answers FILE 给出回答（--answers - 读取管道），或用 --no-input 只显示题目。",
            ),
        )
    if no_input and answers is None:
        from grader.quiz.memory import TransientMemory

        return _take(settings, wanted, TransientMemory(), None, save, restart, seed, as_json)
    with settings.open_store() as store:
        lines = None if answers is None else answers.read().splitlines()
        return _take(settings, wanted, store.quiz_memory, lines, save, restart, seed, as_json, not no_input)


def _list(settings: Settings, as_json: bool) -> int:
    from grader.quiz.bank import load_quizzes

    quizzes = load_quizzes(settings.course)
    if as_json:
        listed = [
            {"name": quiz.name, "title": quiz.title.get(settings.language), "questions": len(quiz.questions)}
            for quiz in quizzes
        ]
        click.echo(json.dumps({"schema": "addnorm.quizzes/1", "quizzes": listed}, ensure_ascii=False))
        return 0
    widest = max(cells(quiz.name) for quiz in quizzes)
    for quiz in quizzes:
        pad = " " * (widest - cells(quiz.name))
        click.echo(f"{quiz.name}{pad}  {len(quiz.questions):3d}  {quiz.title.get(settings.language)}")
    total = sum(len(quiz.questions) for quiz in quizzes)
    hint = settings.say(
        f"{total} questions. Take one quiz: grade quiz NAME", f"共 {total} 题。开始一个测验：grade quiz NAME"
    )
    click.echo(hint, err=True)
    return 0


def _take(
    settings: Settings,
    wanted: QuizRequest,
    memory: QuizMemory,
    lines: list[str] | None,
    save: Path | None,
    restart: bool,
    seed: int | None,
    as_json: bool,
    may_ask: bool = False,
) -> int:
    from grader.cli.quiz_answers import Listed, Nobody, Prompted
    from grader.cli.quiz_flow import Flow
    from grader.workflows.take_quiz import sit_down

    sitting = sit_down(
        settings.course, wanted, memory, _now, settings.language, settings.learner, restart, seed
    )
    source: AnswerSource = Prompted() if may_ask else Nobody()
    if lines is not None:
        source = Listed(lines, sitting.session.questions)
    screen = screen_for_output()
    if sitting.resumed:
        _say_resumed(settings, sitting)
    try:
        Flow(screen, settings.language, source, quiet=as_json).run(sitting)
    except (click.Abort, KeyboardInterrupt):
        _save(settings, save, sitting.session)
        _say_stopped(settings, sitting)
        return ExitCode.INTERRUPTED
    if isinstance(source, Nobody):
        if as_json:
            _print_json(sitting.session)
        return ExitCode.DONE
    complete = not sitting.session.open_questions
    session = sitting.finish() if complete else sitting.session
    _save(settings, save, session)
    if as_json:
        _print_json(session)
    else:
        _print_score(settings, screen, sitting, wanted)
    return ExitCode.DONE if complete else ExitCode.NOT_ACCEPTED


def _now() -> datetime:
    return datetime.now(UTC)


def _say_resumed(settings: Settings, sitting: Sitting) -> None:
    done, total = len(sitting.session.answers), len(sitting.session.questions)
    click.echo(
        settings.say(
            f"Going on: {done} of {total} are answered. (--restart begins anew.)",
            f"继续作答：{total} 题中已答 {done} 题。（--restart 可重新开始。）",
        ),
        err=True,
    )


def _say_stopped(settings: Settings, sitting: Sitting) -> None:
    done = len(sitting.session.answers)
    click.echo("", err=True)
    click.echo(
        settings.say(
            f"Stopped. {done} {'answer' if done == 1 else 'answers'} saved; run the same command to continue.",
            f"已停止。已保存 {done} 个回答；再次输入同样的命令即可继续。",
        ),
        err=True,
    )


def _save(settings: Settings, path: Path | None, session: QuizSession) -> None:
    if path is None:
        return
    from grader.quiz.saved import write_saved

    try:
        path.write_text(write_saved(session), encoding="utf-8")
    except OSError as error:
        why = system_reason(error)
        raise UsageError(
            Text(f"{path}: {why.en}", f"{path}：{why.zh}"),
            Text("Choose another file.", "请换一个文件。"),
        ) from error
    click.echo(settings.say(f"Answers written to {path}.", f"回答已写入 {path}。"), err=True)


def _print_score(settings: Settings, screen: Screen, sitting: Sitting, wanted: QuizRequest) -> None:
    from grader.cli.quiz_answers import points_text
    from grader.reports.lines import Line, Tone

    session = sitting.session
    score = points_text(sum(answer.fraction for answer in session.answers))
    total, left = len(session.questions), len(session.open_questions)
    lines = [
        Line(""),
        Line(settings.say(f"Score: {score} of {total}", f"得分：{score} / {total}"), Tone.TITLE),
    ]
    if left:
        lines.append(Line(settings.say(f"{left} not answered.", f"{left} 题未作答。")))
    missed = sitting.missed()
    if missed:
        lines.append(Line(settings.say("Worth another look:", "值得再看一遍：")))
        for instance in missed:
            words = beginning(instance.stem.get(settings.language), screen.width - 4)
            lines.append(Line(f"- {words}", indent=2, hang=2))
        lines.append(
            Line(
                settings.say(
                    f"Again: grade review (they are among your cards)   ·   {wanted.command} (these first)",
                    f"再来一次：grade review（它们已加入复习卡片）   ·   {wanted.command}（这些排在前面）",
                ),
                hang=2,
            )
        )
    screen.print(lines)


def _print_json(session: QuizSession) -> None:
    content = {
        "schema": "addnorm.quiz_result/1",
        "quiz": session.quiz,
        "session": session.id,
        "score": round(sum(answer.fraction for answer in session.answers), 6),
        "max_score": len(session.questions),
        "finished": session.finished_at is not None,
        "answers": [
            {
                "question": answer.question,
                "seed": answer.seed,
                "params": dict(answer.params),
                "answer": answer.answer,
                "fraction": answer.fraction,
                "misconceptions": list(answer.misconceptions),
            }
            for answer in session.answers
        ],
    }
    click.echo(json.dumps(content, ensure_ascii=False))

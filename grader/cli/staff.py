"""`grade override`, `grade extend`, `grade forget`: what staff decide about one person after a run."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, time, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.text import Text
from grader.domain.wall_clock import is_plausible, latest
from grader.reports.plain_values import points as show_points

if TYPE_CHECKING:
    from grader.domain.record import Learner
    from grader.store.store import Store


def _say_if_outside(store: Store, person: Learner, exercise: Exercise, settings: Settings) -> None:
    """Tell staff, on standard error, of a decision that no report shows yet."""
    from grader.workflows import staff_decisions

    if not staff_decisions.is_in_a_run(store, person, exercise):
        click.echo(
            settings.say(
                f"note: no run of {person.key} is over exercise {exercise.number}: no report shows this decision yet",
                f"注意：{person.key} 所在的评阅都不包括练习 {exercise.number}，目前没有报告会用到这个决定",
            ),
            err=True,
        )


@click.command()
@click.argument("learner")
@click.argument("exercise")
@click.option("--points", type=click.FloatRange(0, 1000), required=True, help="What counts instead.")
@click.option("--why", required=True, metavar="TEXT", help="The reason; it is kept beside the raw score.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.override/1).")
@shared_options
def override(
    learner: str,
    exercise: str,
    points: float,
    why: str,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> None:
    """Set the points that count for LEARNER at EXERCISE; the raw score is kept beside them."""
    from grader.workflows import staff_decisions

    settings = settings_of(course, db, lang)
    found = settings.exercise(exercise)
    with settings.open_store() as store:
        person, raw = staff_decisions.override(store, learner, found, points, why, datetime.now(UTC))
        _say_if_outside(store, person, found, settings)
    if as_json:
        plain = {
            "schema": "addnorm.override/1",
            "learner": person.key,
            "exercise": {"number": found.number, "id": found.id},
            "points": points,
            "raw_score": raw,
            "why": why,
        }
        click.echo(json.dumps(plain, ensure_ascii=False))
        return
    was = show_points(raw) if raw is not None else settings.say("none", "无")
    click.echo(
        settings.say(
            f"{person.key}: exercise {found.number} counts {show_points(points)} (raw score: {was})",
            f"{person.key}：练习 {found.number} 计 {show_points(points)} 分（原始分：{was}）",
        )
    )


@click.command()
@click.argument("learner")
@click.argument("exercise", required=False)
@click.option("--until", required=True, metavar="TIME", help="2026-10-08, or 2026-10-08T23:59+08:00.")
@click.option("--why", required=True, metavar="TEXT", help="The reason; it is kept.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.extend/1).")
@shared_options
def extend(
    learner: str,
    exercise: str | None,
    until: str,
    why: str,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> None:
    """Give LEARNER more time at EXERCISE, or without it at all exercises; reports apply it."""
    from grader.workflows import staff_decisions

    settings = settings_of(course, db, lang)
    found = settings.exercise(exercise) if exercise is not None else None
    with settings.open_store() as store:
        moment = _moment(until, staff_decisions.zone_of(store, learner))
        person = staff_decisions.extend(store, learner, found, moment, why, datetime.now(UTC))
        if found is not None:
            _say_if_outside(store, person, found, settings)
    if as_json:
        plain = {
            "schema": "addnorm.extend/1",
            "learner": person.key,
            "exercise": {"number": found.number, "id": found.id} if found else None,
            "until": moment.isoformat(),
            "why": why,
        }
        click.echo(json.dumps(plain, ensure_ascii=False))
        return
    what_en = f"exercise {found.number}" if found else "all exercises"
    what_zh = f"练习 {found.number}" if found else "所有练习"
    shown = moment.isoformat(timespec="minutes")
    click.echo(
        settings.say(f"{person.key}: {what_en} due {shown}", f"{person.key}：{what_zh}的截止时间为 {shown}")
    )


def _moment(given: str, zone: tzinfo | None) -> datetime:
    """The time as written; without a zone in `zone` (None: this machine's), and a day ends when it ends."""
    try:
        moment = datetime.fromisoformat(given)
    except ValueError as error:
        raise UsageError(
            Text(f"--until: {given!r} is no time", f"--until：{given!r} 不是时间"),
            Text(
                "Write 2026-10-08, 2026-10-08T23:59 or 2026-10-08T23:59+08:00.",
                "请写成 2026-10-08、2026-10-08T23:59 或 2026-10-08T23:59+08:00。",
            ),
        ) from error
    if len(given) <= len("2026-10-08"):
        moment = datetime.combine(moment.date(), time(23, 59, 59))
    if not is_plausible(moment):
        raise UsageError(
            Text(f"--until: {given!r} is in no year of a course", f"--until：{given!r} 的年份不合理"),
            Text("Correct the year.", "请改正年份。"),
        )
    if moment.tzinfo is not None:
        return moment
    return moment.astimezone() if zone is None else latest(moment, zone).astimezone(zone)


@click.command()
@click.argument("learner")
@click.option(
    "--export", "target", type=click.Path(path_type=Path), metavar="FILE", help="Write it there first."
)
@click.option("--export-only", is_flag=True, help="Print or write the person's data and delete nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.forget/1).")
@shared_options
def forget(
    learner: str,
    target: Path | None,
    export_only: bool,
    yes: bool,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> int:
    """Delete all that is kept of LEARNER: attempts, results, sources, quizzes, cards, what staff decided.

    A source that others handed in as well stays theirs. Files on your disk are not touched.
    """
    from grader.workflows import staff_decisions

    settings = settings_of(course, db, lang)
    with settings.open_store() as store:
        key = staff_decisions.find_learner(store, learner).key
        content = staff_decisions.export_person(store, key)
        if target is not None:
            staff_decisions.write_export(content, target)
        elif export_only:
            shown = json.dumps(content, ensure_ascii=False, indent=1)
            click.echo(shown.encode("utf-8", "replace"))
            return 0
        forgotten = not export_only and (yes or _confirmed(settings, key))
        if forgotten:
            staff_decisions.forget(store, key)
    if as_json:
        written = str(target) if target is not None else None
        plain = {
            "schema": "addnorm.forget/1",
            "learner": key,
            "forgotten": forgotten,
            "export": written,
        }
        click.echo(json.dumps(plain, ensure_ascii=False))
    elif forgotten:
        click.echo(
            settings.say(
                f"{key} is forgotten. Whoever grades their files again brings them back.",
                f"{key} 的数据已全部删除。如果再次评阅其文件，数据会重新产生。",
            ),
            err=True,
        )
    return 0 if forgotten or export_only else 1


def _confirmed(settings: Settings, key: str) -> bool:
    if not sys.stdin.isatty():
        raise UsageError(
            Text(
                "nothing was deleted: standard input is not a terminal, cannot ask for confirmation",
                "什么都没有删除：标准输入不是终端，无法确认",
            ),
            Text("To confirm, add --yes.", "如果确定要删除，请加上 --yes。"),
        )
    question = settings.say(
        f"Delete all that is kept of {key}? It cannot be undone.", f"删除 {key} 的全部数据？此操作无法撤销。"
    )
    return click.confirm(question, err=True)

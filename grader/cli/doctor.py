"""`grade doctor`: what confinement this machine offers, what is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from grader.cli.screen import screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.verdict import Confinement
from grader.reports.lines import Line, Tone
from grader.sandbox.host import HostReport, describe

SCHEMA = "addnorm.doctor/1"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.doctor/1).")
@shared_options
def doctor(as_json: bool, course: Path | None, db: str | None, lang: str | None) -> None:
    """Say what confinement this machine offers to student code, and what is missing."""
    settings = settings_of(course, db, lang)
    report = describe()
    if as_json:
        plain: dict[str, object] = {
            "schema": SCHEMA,
            "confinement": str(report.level),
            "facts": asdict(report.facts),
        }
        plain["missing"] = [asdict(item) for item in report.missing]
        click.echo(json.dumps(plain, ensure_ascii=False))
        return
    screen_for_output().print(_lines(report, settings))


def _lines(report: HostReport, settings: Settings) -> Iterator[Line]:
    meaning = {
        Confinement.FULL: settings.say(
            "student code is locked in by Landlock and seccomp", "学生代码由 Landlock 和 seccomp 隔离"
        ),
        Confinement.NO_OPENS: settings.say(
            "student code is locked in by seccomp alone: it can open no file",
            "学生代码仅由 seccomp 隔离：不能打开任何文件",
        ),
        Confinement.NONE: settings.say(
            "no security boundary: grade only code that you trust", "没有安全边界：只能评阅你信任的代码"
        ),
    }[report.level]
    tone = Tone.BAD if report.level is Confinement.NONE else Tone.GOOD
    yield Line(settings.say(f"confinement: {report.level}", f"隔离级别：{report.level}"), Tone.TITLE)
    yield Line(meaning, tone, 2)
    facts = report.facts
    yield Line(
        f"{facts.system} {facts.kernel} {facts.machine}, Landlock {facts.landlock_abi}, seccomp {facts.seccomp}",
        Tone.QUIET,
        2,
    )
    for item in report.missing:
        yield Line(settings.say("missing: ", "缺少：") + item.what.get(settings.language), Tone.BAD)
        yield Line(item.effect.get(settings.language), Tone.PLAIN, 2)
        yield Line(item.remedy.get(settings.language), Tone.PLAIN, 2)
    for remark in report.remarks:
        yield Line(remark.get(settings.language), Tone.QUIET)

"""`grade class`: a whole class's submissions, graded in parallel and kept one by one."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from grader import __version__
from grader.cli.screen import screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.classroom import Platform
from grader.domain.verdict import Confinement, Verdict
from grader.reports.feedback import Line, Tone
from grader.reports.plain_values import VERDICTS, points
from grader.workflows.grade_class import Told

SCHEMA = "addnorm.class/1"
PLAIN_EVERY_SECONDS = 5.0


class Progress:
    """Counts by verdict, rate and time left: one line rewritten on a terminal, a line now and then on a pipe (stderr)."""

    def __init__(self, total: int, settings: Settings) -> None:
        self.total = total
        self.settings = settings
        self.counts: Counter[Verdict] = Counter()
        self.started = time.monotonic()
        self.last = self.started
        self.live = sys.stderr.isatty()

    def add(self, told: Told) -> None:
        """Count one result and show it."""
        self.counts[told.result.verdict] += 1
        now = time.monotonic()
        if self.live and now - self.last > 0.1:
            self.last = now
            click.echo(f"\r\x1b[K{self._text(now)}", nl=False, err=True)
        elif not self.live and now - self.last > PLAIN_EVERY_SECONDS:
            self.last = now
            click.echo(self._text(now), err=True)

    def end(self) -> None:
        """Leave the line."""
        if self.live:
            click.echo("\r\x1b[K", nl=False, err=True)

    def _text(self, now: float) -> str:
        done = sum(self.counts.values())
        rate = done / max(now - self.started, 1e-6)
        words = ", ".join(
            f"{VERDICTS[v].get(self.settings.language)} {n}" for v, n in self.counts.most_common(4)
        )
        left = max(0, self.total - done) / rate if rate else 0
        return f"{done}/{self.total}  {rate:.1f}/s  {left:.0f} s  {words}"


@click.command(name="class")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--exercise", "names", multiple=True, metavar="N", help="Grade this exercise only (may be repeated)."
)
@click.option(
    "--from", "form", type=click.Choice([str(p) for p in Platform]), help="Insist on a platform's layout."
)
@click.option("--roster", type=click.Path(path_type=Path), metavar="CSV", help="Who is in the class.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Grading processes (default: the number of cores).")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Give everyone these inputs.")
@click.option("--again", is_flag=True, help="Grade everything anew and list whose score changed.")
@click.option(
    "--unconfined", is_flag=True, help="Run students' code even where this machine cannot lock it in."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.class/1).")
@shared_options
def class_run(
    path: Path,
    names: tuple[str, ...],
    form: str | None,
    roster: Path | None,
    jobs: int | None,
    seed: int | None,
    again: bool,
    unconfined: bool,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> int:
    """Grade the submissions of a class: a folder or zip file as a platform exports it, or one folder a student.

    A second run goes on where the first stopped and grades only what has changed. Exit code 0: the run finished.
    """
    from grader.catalog.exercises import load_ladder
    from grader.catalog.search import find_exercise
    from grader.intake.class_folder import open_class
    from grader.intake.roster import join_roster, read_roster
    from grader.sandbox.host import describe
    from grader.store.location import database_url
    from grader.store.store import open_store
    from grader.workflows.grade_class import ClassGrading, begin_or_continue, check_confinement, people_of

    settings = settings_of(course, db, lang)
    check_confinement(describe().level, unconfined=unconfined)
    ladder = load_ladder(settings.course)
    wanted = {find_exercise(settings.course, name) for name in names}
    chosen = [e for e in ladder if e.number in wanted or not wanted]
    folder = open_class(path, chosen, sorted(wanted), Platform(form) if form else None)
    join = join_roster(folder.learners, read_roster(roster)) if roster else None
    with open_store(database_url(settings.db, os.environ)) as store:
        run = begin_or_continue(
            store, str(path.resolve()), chosen, __version__, seed=seed, again=again, now=datetime.now(UTC)
        )
        store.classes.put_learners(people_of(folder, join))
        grading = ClassGrading(
            store,
            settings.course,
            {e.number: e for e in chosen},
            run,
            jobs or os.cpu_count() or 1,
            Confinement.NONE if unconfined else Confinement.NO_OPENS,
            lambda: datetime.now(UTC),
        )
        progress = Progress(len(folder.learners), settings)
        changed: list[Told] = []
        try:
            for told in grading.grade(folder.read(), join):
                progress.add(told)
                if told.former is not None and told.former.score != told.result.score:
                    changed.append(told)
        finally:
            progress.end()
        store.classes.end_run(run.id, datetime.now(UTC))
    if as_json:
        click.echo(
            json.dumps(_plain(run.id, run.seed, progress.counts, grading.skipped, join), ensure_ascii=False)
        )
        return 0
    lines = [
        Line(settings.say(f"run {run.id}  seed {run.seed}", f"批次 {run.id}  种子 {run.seed}"), Tone.TITLE),
        Line(
            settings.say(
                f"{sum(progress.counts.values())} graded, {grading.skipped} unchanged since the last run",
                f"评阅 {sum(progress.counts.values())} 份，{grading.skipped} 份自上次以来未变",
            )
        ),
    ]
    lines += [
        Line(f"{n:>6}  {VERDICTS[v].get(settings.language)}", indent=2)
        for v, n in progress.counts.most_common()
    ]
    screen_for_output().print([*lines, *_who(join, settings), *_changes(changed, settings)])
    for problem in folder.problems:
        click.echo(f"{problem.path}: {problem.kind} {problem.detail}", err=True)
    return 0


def _who(join: object, settings: Settings) -> Sequence[Line]:
    from grader.intake.roster import RosterJoin

    if not isinstance(join, RosterJoin):
        return ()
    absent = ", ".join(person.name or person.key for person in join.without_submission)
    strangers = ", ".join(join.without_person)
    lines = []
    if absent:
        lines.append(Line(settings.say(f"without a submission: {absent}", f"没有提交：{absent}"), Tone.BAD))
    if strangers:
        lines.append(
            Line(settings.say(f"not in the roster: {strangers}", f"不在名单中：{strangers}"), Tone.BAD)
        )
    return lines


def _changes(changed: Sequence[Told], settings: Settings) -> Sequence[Line]:
    lines = [Line(settings.say("changed scores", "分数有变化"), Tone.TITLE)] if changed else []
    for told in changed:
        assert told.former is not None
        before, after = points(told.former.score), points(told.result.score)
        lines.append(Line(f"{told.result.learner}  {told.result.exercise_id}  {before} -> {after}", indent=2))
    return lines


def _plain(run: str, seed: int, counts: Counter[Verdict], skipped: int, join: object) -> dict[str, object]:
    from grader.intake.roster import RosterJoin

    plain: dict[str, object] = {
        "schema": SCHEMA,
        "run": run,
        "seed": seed,
        "graded": sum(counts.values()),
        "unchanged": skipped,
        "verdicts": {str(v): n for v, n in counts.items()},
    }
    if isinstance(join, RosterJoin):
        plain["without_submission"] = [person.key for person in join.without_submission]
        plain["not_in_roster"] = list(join.without_person)
    return plain

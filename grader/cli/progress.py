"""`grade progress` and bare `grade`: the ladder, what is done, what is next and why."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from grader.cli.screen import cells, screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.record import Standing
from grader.reports.feedback import Line, Tone
from grader.reports.plain_values import VERDICTS, points
from grader.workflows.learner_progress import Rung, State, ladder, next_rung

SCHEMA = "addnorm.progress/1"


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.progress/1).")
@shared_options
def progress(name: str | None, as_json: bool, course: Path | None, db: str | None, lang: str | None) -> None:
    """Show what is done and what is next, or the attempts at one exercise NAME."""
    settings = settings_of(course, db, lang)
    rungs = rungs_of(settings)
    if name is not None:
        from grader.catalog.search import find_exercise

        number = find_exercise(settings.course, name)
        rungs = tuple(rung for rung in rungs if rung.exercise.number == number)
    if as_json:
        click.echo(
            json.dumps(
                {"schema": SCHEMA, "exercises": [_plain(r, settings) for r in rungs]}, ensure_ascii=False
            )
        )
        return
    screen = screen_for_output()
    screen.print(_rows(rungs, settings))
    if name is None:
        screen.print(_next(rungs, settings))


def show_ladder() -> None:
    """Print the ladder with the default settings."""
    settings = settings_of(None, None, None)
    rungs = rungs_of(settings)
    screen = screen_for_output()
    screen.print(_rows(rungs, settings))
    screen.print(_next(rungs, settings))


def rungs_of(settings: Settings) -> tuple[Rung, ...]:
    """The ladder as this learner stands on it."""
    from grader.catalog.exercises import load_ladder

    return ladder(load_ladder(settings.course), _standings(settings))


def _standings(settings: Settings) -> Sequence[Standing]:
    from grader.store.location import database_url

    url = database_url(settings.db, os.environ)
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).exists():
        return ()
    from grader.store.store import open_store

    with open_store(url) as store:
        return store.attempts.standings(settings.learner)


def _rows(rungs: Sequence[Rung], settings: Settings) -> Iterator[Line]:
    words = {
        State.DONE: (settings.say("done", "完成"), Tone.GOOD),
        State.STARTED: (settings.say("started", "进行中"), Tone.BAD),
        State.OPEN: (settings.say("open", "可做"), Tone.PLAIN),
        State.WAITING: (settings.say("later", "稍后"), Tone.QUIET),
    }
    widest = max((cells(word) for word, _ in words.values()), default=0)
    for rung in rungs:
        word, tone = words[rung.state]
        standing = rung.standing
        title = rung.exercise.title.get(settings.language)
        text = f"{rung.exercise.number:>2}  {word}{' ' * (widest - cells(word))}  {title}"
        if standing is not None:
            tries = settings.say(f"{standing.attempts} tries", f"{standing.attempts} 次")
            text += f"   {points(standing.best_score)}/{points(standing.max_score)}  ({tries})"
            if rung.state is State.STARTED:
                text += f"  {VERDICTS[standing.last_verdict].get(settings.language)}"
        yield Line(text, tone)


def _next(rungs: Sequence[Rung], settings: Settings) -> Iterator[Line]:
    rung = next_rung(rungs)
    yield Line("")
    if rung is None:
        yield Line(settings.say("Everything is done.", "全部完成。"), Tone.GOOD)
        return
    number = rung.exercise.number
    why = {
        State.STARTED: settings.say("it is begun and not accepted yet", "已经开始，还没有通过"),
        State.OPEN: settings.say("everything it builds on is done", "它所依赖的都已完成"),
        State.WAITING: settings.say(
            f"it builds on {', '.join(map(str, rung.missing))}",
            f"它依赖练习 {'、'.join(map(str, rung.missing))}",
        ),
    }[rung.state]
    concept = rung.exercise.concept.get(settings.language)
    yield Line(
        settings.say(
            f"Next: exercise {number}, {concept} ({why}).  grade exercise {number}",
            f"下一题：练习 {number}，{concept}（{why}）。 grade exercise {number}",
        )
    )


def _plain(rung: Rung, settings: Settings) -> dict[str, object]:
    standing = rung.standing
    return {
        "number": rung.exercise.number,
        "id": rung.exercise.id,
        "title": rung.exercise.title.get(settings.language),
        "state": str(rung.state),
        "attempts": standing.attempts if standing else 0,
        "best_score": standing.best_score if standing else None,
        "max_score": standing.max_score if standing else None,
        "needs": list(rung.exercise.needs),
    }

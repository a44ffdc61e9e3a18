"""`grade progress`, the ladder; bare `grade` is the same in short: what is done, what is next, why."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.exercise_completion import complete_exercise
from grader.cli.progress_words import (
    attempt_lines,
    elsewhere_lines,
    ladder_lines,
    next_lines,
    own_next_lines,
    where_lines,
)
from grader.cli.screen import screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.record import Attempt, LearnerStanding
from grader.reports.discussion import discussion_lines
from grader.workflows.learner_progress import Rung, State, ladder, next_rung

if TYPE_CHECKING:
    from grader.store.store import Store

SCHEMA = "addnorm.progress/1"


@click.command()
@click.argument("name", required=False, shell_complete=complete_exercise)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.progress/1).")
@shared_options
def progress(name: str | None, as_json: bool, course: Path | None, db: str | None, lang: str | None) -> None:
    """Show what is done, what is next and why; of one exercise NAME the attempts and, once accepted, the discussion.

    A file of this folder that is no longer what was graded is said so.
    """
    settings = settings_of(course, db, lang)
    rungs = rungs_of(settings)
    following = next_rung(rungs)
    if name is not None:
        number = settings.number_of(name)
        rungs = tuple(rung for rung in rungs if rung.exercise.number == number)
    if as_json:
        click.echo(json.dumps(_plain(rungs, following, settings), ensure_ascii=False))
    elif name is None:
        _show(rungs, settings)
    else:
        _show_one(rungs[0], settings)


def show_standing(lang: str | None) -> None:
    """Print in short where the learner stands and what is next, in the language that was asked for."""
    settings = settings_of(None, None, lang)
    rungs = rungs_of(settings)
    screen = screen_for_output()
    screen.print(where_lines(rungs, settings))
    screen.print(next_lines(rungs, settings))
    screen.print(elsewhere_lines(settings))


def _show(rungs: Sequence[Rung], settings: Settings) -> None:
    screen = screen_for_output()
    screen.print(ladder_lines(rungs, settings))
    screen.print(next_lines(rungs, settings))


def _show_one(rung: Rung, settings: Settings) -> None:
    screen = screen_for_output()
    screen.print(ladder_lines((rung,), settings))
    screen.print(attempt_lines(_attempts(settings, rung.exercise.id), settings))
    if rung.state is State.DONE:
        screen.print(discussion_lines(rung.exercise, settings.language))
    screen.print(own_next_lines(rung, settings))


def rungs_of(settings: Settings) -> tuple[Rung, ...]:
    """The ladder as this learner stands on it, with the files of the current folder."""
    return ladder(settings.exercises(), _standings(settings), Path.cwd())


def _standings(settings: Settings) -> Sequence[LearnerStanding]:
    store = _store_if_any(settings)
    if store is None:
        return ()
    with store:
        return store.attempts.standings(settings.learner)


def _attempts(settings: Settings, exercise_id: str) -> Sequence[Attempt]:
    store = _store_if_any(settings)
    if store is None:
        return ()
    with store:
        return store.attempts.of(settings.learner, exercise_id)


def _store_if_any(settings: Settings) -> Store | None:
    """The store; None where nothing was ever kept, so that looking makes no file."""
    url = settings.database
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).exists():
        return None
    return settings.open_store()


def _plain(rungs: Sequence[Rung], following: Rung | None, settings: Settings) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "exercises": [_plain_rung(rung, settings) for rung in rungs],
        "next": following.exercise.number if following is not None else None,
    }


def _plain_rung(rung: Rung, settings: Settings) -> dict[str, object]:
    standing = rung.standing
    return {
        "number": rung.exercise.number,
        "id": rung.exercise.id,
        "title": rung.exercise.title.get(settings.language),
        "concept": rung.exercise.concept.get(settings.language),
        "state": str(rung.state),
        "file": str(rung.file),
        "attempts": standing.attempts if standing else 0,
        "best_score": standing.best_score if standing else None,
        "max_score": standing.max_score if standing else None,
        "needs": list(rung.exercise.needs),
        "missing": list(rung.missing),
        "opens": list(rung.opens),
    }

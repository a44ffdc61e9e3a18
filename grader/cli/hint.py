"""`grade hint`: the next of an exercise's three staged hints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.exercise_completion import complete_exercise
from grader.cli.screen import screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.reports.lines import Line, Tone

if TYPE_CHECKING:
    from grader.domain.exercise import Exercise
    from grader.store.store import Store

ATTEMPTS_BEFORE_LAST = 2


@click.command()
@click.argument("name", shell_complete=complete_exercise)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.hint/1).")
@shared_options
def hint(name: str, as_json: bool, course: Path | None, db: str | None, lang: str | None) -> None:
    """Give the next hint for exercise NAME; earlier ones are shown again. The third comes after two attempts."""
    settings = settings_of(course, db, lang)
    exercise = settings.exercise(name)
    with settings.open_store() as store:
        given = _give(store, settings.learner, exercise)
    if as_json:
        plain = {
            "schema": "addnorm.hint/1",
            "exercise": {"number": exercise.number, "id": exercise.id},
            "hints": [text.get(settings.language).strip() for text in exercise.hints[: given.shown]],
            "hints_in_all": len(exercise.hints),
            "attempts_to_go": given.attempts_to_go,
        }
        click.echo(json.dumps(plain, ensure_ascii=False))
        return
    screen_for_output().print(
        [*_hint_lines(exercise, given.shown, settings), _end_line(exercise, given, settings)]
    )


@dataclass(frozen=True)
class _Given:
    """How many hints are `shown`; `all_seen` before; the `tries` so far, the attempts until the last hint."""

    shown: int
    all_seen: bool
    tries: int
    attempts_to_go: int


def _give(store: Store, learner: str, exercise: Exercise) -> _Given:
    """Find the next hint, and keep that it was shown."""
    from grader.domain.record import HintUse

    used = {use.number for use in store.attempts.hints(learner, exercise.id)}
    tries = len(store.attempts.of(learner, exercise.id))
    wanted = min(len(used) + 1, len(exercise.hints))
    held_back = wanted == len(exercise.hints) and tries < ATTEMPTS_BEFORE_LAST
    shown = wanted - 1 if held_back else wanted
    if shown not in used and shown:
        store.attempts.record_hint(HintUse(learner, exercise.id, shown, datetime.now(UTC)))
    all_seen = shown == len(exercise.hints) and shown in used
    return _Given(shown, all_seen, tries, ATTEMPTS_BEFORE_LAST - tries if held_back else 0)


def _hint_lines(exercise: Exercise, shown: int, settings: Settings) -> Iterator[Line]:
    yield Line(f"{exercise.number}. {exercise.title.get(settings.language)}", Tone.TITLE)
    total = len(exercise.hints)
    for number, text in enumerate(exercise.hints[:shown], 1):
        yield Line(settings.say(f"Hint {number} of {total}", f"提示 {number} / {total}"), Tone.QUIET)
        yield Line(text.get(settings.language).strip(), indent=2)


def _end_line(exercise: Exercise, given: _Given, settings: Settings) -> Line:
    """What to do now: attempts to make before the last hint, the quiz after it, else the next hint."""
    number, left = exercise.number, given.attempts_to_go
    if left:
        told = settings.say(
            f"The last hint comes after {ATTEMPTS_BEFORE_LAST} attempts; {left} to go: grade exercise {number}",
            f"最后一条提示要先尝试 {ATTEMPTS_BEFORE_LAST} 次；还差 {left} 次：grade exercise {number}",
        )
        return Line(told, Tone.QUIET)
    if given.all_seen:
        told = settings.say(
            f"These are all the hints. Next: grade quiz {exercise.quiz}   ·   grade exercise {number}",
            f"提示到此为止。下一步：grade quiz {exercise.quiz}   ·   grade exercise {number}",
        )
        return Line(told, Tone.QUIET, hang=2)
    return _next_line(number, given.shown, len(exercise.hints), given.tries, settings)


def _next_line(number: int, shown: int, total: int, tries: int, settings: Settings) -> Line:
    """What to do with the hints that are shown: try it, or ask for the next where there is one to be had."""
    steps = f"grade exercise {number}"
    if shown < total - 1 or (shown < total and tries >= ATTEMPTS_BEFORE_LAST):
        steps += f"   ·   grade hint {number}" + settings.say(" (the next hint)", "（下一条提示）")
    return Line(settings.say(f"Next: {steps}", f"下一步：{steps}"), Tone.QUIET, hang=2)

"""`grade hint`: the next of an exercise's three staged hints."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import click

from grader.cli.exercise_completion import complete_exercise
from grader.cli.screen import screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.reports.lines import Line, Tone

ATTEMPTS_BEFORE_LAST = 2


@click.command()
@click.argument("name", shell_complete=complete_exercise)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.hint/1).")
@shared_options
def hint(name: str, as_json: bool, course: Path | None, db: str | None, lang: str | None) -> None:
    """Give the next hint for exercise NAME; earlier ones are shown again. The third comes after two attempts."""
    from grader.catalog.exercises import load_exercise
    from grader.catalog.search import find_exercise
    from grader.domain.record import HintUse
    from grader.store.location import database_url
    from grader.store.store import open_store

    settings = settings_of(course, db, lang)
    exercise = load_exercise(settings.course, find_exercise(settings.course, name))
    with open_store(database_url(settings.db, os.environ)) as store:
        used = {use.number for use in store.attempts.hints(settings.learner, exercise.id)}
        tries = len(store.attempts.of(settings.learner, exercise.id))
        wanted = min(len(used) + 1, len(exercise.hints))
        held_back = wanted == len(exercise.hints) and tries < ATTEMPTS_BEFORE_LAST
        shown = wanted - 1 if held_back else wanted
        all_seen = shown == len(exercise.hints) and shown in used
        if shown not in used and shown:
            store.attempts.record_hint(HintUse(settings.learner, exercise.id, shown, datetime.now(UTC)))
    left = ATTEMPTS_BEFORE_LAST - tries if held_back else 0
    if as_json:
        plain = {
            "schema": "addnorm.hint/1",
            "exercise": {"number": exercise.number, "id": exercise.id},
            "hints": [text.get(settings.language).strip() for text in exercise.hints[:shown]],
            "hints_in_all": len(exercise.hints),
            "attempts_to_go": left,
        }
        click.echo(json.dumps(plain, ensure_ascii=False))
        return
    lines = [Line(f"{exercise.number}. {exercise.title.get(settings.language)}", Tone.TITLE)]
    for number, text in enumerate(exercise.hints[:shown], 1):
        lines.append(
            Line(
                settings.say(
                    f"Hint {number} of {len(exercise.hints)}", f"提示 {number} / {len(exercise.hints)}"
                ),
                Tone.QUIET,
            )
        )
        lines.append(Line(text.get(settings.language).strip(), indent=2))
    if held_back:
        lines.append(
            Line(
                settings.say(
                    f"The last hint comes after {ATTEMPTS_BEFORE_LAST} attempts; {left} to go: grade exercise {exercise.number}",
                    f"最后一条提示要先尝试 {ATTEMPTS_BEFORE_LAST} 次；还差 {left} 次：grade exercise {exercise.number}",
                ),
                Tone.QUIET,
            )
        )
    elif all_seen:
        number, topic = exercise.number, exercise.quiz
        lines.append(
            Line(
                settings.say(
                    f"These are all the hints. Next: grade quiz {topic}   ·   grade exercise {number}",
                    f"提示到此为止。下一步：grade quiz {topic}   ·   grade exercise {number}",
                ),
                Tone.QUIET,
                hang=2,
            )
        )
    else:
        lines.append(_next_line(exercise.number, shown, len(exercise.hints), tries, settings))
    screen_for_output().print(lines)


def _next_line(number: int, shown: int, total: int, tries: int, settings: Settings) -> Line:
    """What to do with the hints that are shown: try it, or ask for the next where there is one to be had."""
    steps = f"grade exercise {number}"
    if shown < total - 1 or (shown < total and tries >= ATTEMPTS_BEFORE_LAST):
        steps += f"   ·   grade hint {number}" + settings.say(" (the next hint)", "（下一条提示）")
    return Line(settings.say(f"Next: {steps}", f"下一步：{steps}"), Tone.QUIET, hang=2)

"""`grade similar`: submissions that share more than the exercise explains, as a hint for a talk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.screen import screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.reports.lines import Line, Tone

if TYPE_CHECKING:
    from grader.reports.similar_page import Similarities

SCHEMA = "addnorm.similar/1"


@click.command()
@click.option("--run", "run_id", metavar="ID", help="The run to look at (default: the newest).")
@click.option("--exercise", "name", metavar="N", help="This exercise alone.")
@click.option(
    "--threshold", type=click.FloatRange(0.1, 1.0), default=0.8, show_default=True,
    help="The share of a source from which a pair is shown.",
)  # fmt: skip
@click.option("--anonymous", is_flag=True, help="Stable pseudonyms instead of names.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.similar/1).")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Write a page with the sources side by side.",
)  # fmt: skip
@shared_options
def similar(
    course: Path | None, db: str | None, lang: str | None, run_id: str | None, name: str | None, threshold: float,
    *, anonymous: bool, as_json: bool, output: Path | None,
) -> None:  # fmt: skip
    """Find submissions that are similar.

    The stub, and what much of the class writes, is left out. Similar code is a hint for a talk, not a verdict.
    """
    settings = settings_of(course, db, lang)
    from grader.classbook.book import find_run, names_of
    from grader.reports.similar_page import similar_page
    from grader.workflows.find_similar import find_similar

    wanted = settings.number_of(name) if name is not None else None
    exercises = [each for each in settings.exercises() if wanted in (None, each.number)]
    with settings.open_store() as store:
        run = find_run(store, run_id)
        people = store.classes.learners(run.id)
        if anonymous:
            names = names_of(store, run, [person.key for person in people])
        else:
            names = {person.key: person.name or person.key for person in people}
        found = find_similar(store, run, exercises, names, threshold)
    if output is not None:
        output.write_text(similar_page(found, settings.language), "utf-8")
        output.chmod(0o600)
    if as_json:
        click.echo(json.dumps(_plain(found), ensure_ascii=False))
    else:
        screen_for_output().print(_lines(found, settings))


def _plain(found: Similarities) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "run": found.run_id,
        "threshold": found.threshold,
        "compared": found.compared,
        "pairs": [
            {"exercise": p.exercise, "learners": [p.left.learner, p.right.learner],
             "shares": [round(p.left.share, 4), round(p.right.share, 4)]}
            for p in found.pairs
        ],
        "same": [{"exercise": each.exercise, "learners": list(each.learners)} for each in found.same],
    }  # fmt: skip


def _lines(found: Similarities, settings: Settings) -> Iterator[Line]:
    from grader.reports.similar_page import HINT

    yield Line(HINT.get(settings.language))
    yield Line("")
    for pair in found.pairs:
        yield Line(
            f"{100 * pair.share:3.0f} %  {pair.exercise:>2}  {pair.left.learner} / {pair.right.learner}"
        )
    for each in found.same:
        told = settings.say("same file", "同一文件")
        yield Line(f"{told}  {each.exercise:>2}  {', '.join(each.learners)}", Tone.BAD)
    if not found.pairs and not found.same:
        yield Line(settings.say("No pair is that similar.", "没有相似度这么高的一对。"), Tone.QUIET)

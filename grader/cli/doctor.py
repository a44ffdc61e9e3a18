"""`grade doctor`: what confinement this machine offers, and what is missing."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.screen import screen_for_output
from grader.cli.settings import settings_of, shared_options
from grader.reports.feedback import Line, Tone


@click.command()
@shared_options
def doctor(course: Path | None, db: str | None, lang: str | None) -> None:
    """Say what confinement this machine offers to student code, and what is missing."""
    from grader.sandbox.host import describe

    settings = settings_of(course, db, lang)
    report = describe()
    screen_for_output().print([Line(str(report), Tone.PLAIN)])

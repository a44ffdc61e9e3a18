"""How a class run is getting on, on stderr: one line rewritten on a terminal, a line from time to time on a pipe."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections import Counter

import click

from grader.cli.screen import cells
from grader.cli.settings import Settings
from grader.domain.verdict import Verdict
from grader.reports.plain_values import VERDICTS

LIVE_EVERY_SECONDS = 0.1
PLAIN_EVERY_SECONDS = 5.0
BAR_CELLS = 20


class Progress:
    """Counts by verdict, rate and time left; `total` is the
    number of learners, of whom each may have several results.
    """

    def __init__(self, settings: Settings) -> None:
        self.total = 0
        self.settings = settings
        self.counts: Counter[Verdict] = Counter()
        self.started = time.monotonic()
        self.last = self.started
        self.live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def begin(self, learners: int) -> None:
        """Say what is about to happen: the first result needs some seconds of starting."""
        self.total = learners
        if self.live:
            self._draw(0, 0)

    def add(self, verdict: Verdict, learners_read: int, unchanged: int) -> None:
        """Count one result and show where the run is: so many learners read, so many results that hold still."""
        self.counts[verdict] += 1
        now = time.monotonic()
        if now - self.last >= (LIVE_EVERY_SECONDS if self.live else PLAIN_EVERY_SECONDS):
            self.last = now
            self._draw(learners_read, unchanged)

    def end(self) -> None:
        """Leave the line."""
        if self.live:
            click.echo("\r\x1b[K", nl=False, err=True)

    def _draw(self, read: int, unchanged: int) -> None:
        text = self.text(time.monotonic() - self.started, read, unchanged)
        if not self.live:
            click.echo(text, err=True)
            return
        width = shutil.get_terminal_size((80, 24)).columns - 1
        while cells(text) > width:
            text = text[:-1]
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)

    def text(self, seconds: float, read: int, unchanged: int) -> str:
        """The line: bar, learners, results, rate, time left, the most frequent verdicts."""
        done = self.counts.total()
        share = min(1.0, read / self.total) if self.total else 1.0
        full = round(share * BAR_CELLS)
        parts = [
            f"[{'#' * full}{'-' * (BAR_CELLS - full)}]",
            self.settings.say(f"{read}/{self.total} learners", f"学生 {read}/{self.total}"),
            self.settings.say(f"{done} graded", f"已评 {done}"),
        ]
        if unchanged:
            parts.append(self.settings.say(f"{unchanged} unchanged", f"未变 {unchanged}"))
        if done:
            left = _clock(seconds * (1 - share) / share) if share else "?"
            parts += [f"{done / max(seconds, 1e-6):.1f}/s", self.settings.say(f"{left} left", f"剩余 {left}")]
        parts += [f"{VERDICTS[v].get(self.settings.language)} {n}" for v, n in self.counts.most_common(4)]
        return "  ".join(parts)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

"""A quiet line on a terminal while what it announces takes its seconds; it goes when that is there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

CLEARED = "\r\x1b[K"


@contextmanager
def waiting(text: str, *, wanted: bool = True) -> Iterator[None]:
    """Show `text` on standard error while the block runs: on a terminal only, and not if it is not `wanted`.

    A dumb terminal cannot take it back: there it is a line of its own.
    """
    if not wanted or not sys.stderr.isatty():
        yield
        return
    if os.environ.get("TERM") == "dumb":
        click.echo(text, err=True)
        yield
        return
    click.echo(text if os.environ.get("NO_COLOR") else click.style(text, dim=True), nl=False, err=True)
    try:
        yield
    finally:
        click.echo(CLEARED, nl=False, err=True)

"""Which exercises a shell proposes for the word that is begun."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click
from click.shell_completion import CompletionItem


def complete_exercise(ctx: click.Context, param: click.Parameter, begun: str) -> Sequence[CompletionItem]:
    """Propose the exercises whose number or name begins so, each with its name as help; nothing without a course."""
    from grader.catalog.course import find_course
    from grader.catalog.exercises import exercise_folders
    from grader.domain.errors import UsageError

    try:
        course = find_course(ctx.params.get("course"), os.environ, Path.cwd()).path
    except UsageError:
        return []
    names = {
        n: folders[0].name.partition("_")[2].replace("_", "-")
        for n, folders in exercise_folders(course).items()
    }
    by_number = [
        CompletionItem(str(n), help=name) for n, name in sorted(names.items()) if str(n).startswith(begun)
    ]
    if begun and not begun.isdigit():
        return [
            CompletionItem(name, help=str(n)) for n, name in sorted(names.items()) if name.startswith(begun)
        ]
    return by_number

"""The commands' help as it stands in the README.

.venv/bin/python -m tests.cli.readme      writes it there anew
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from grader.cli.commands import COMMANDS
from grader.cli.main import grade
from tests.conftest import ROOT

README = ROOT / "README.md"
BEGIN = "<!-- help: written by python -m tests.cli.readme -->\n"
END = "<!-- end of help -->\n"
WIDTH = 80


def pages() -> Iterator[tuple[str, str]]:
    """Every command's name and help, subcommands after their group, at a width of 80."""
    root = click.Context(grade, info_name="grade", terminal_width=WIDTH, max_content_width=WIDTH)
    yield "grade", grade.get_help(root)
    for name in COMMANDS:
        yield from _pages(root, grade, name)


def _pages(parent: click.Context, group: click.Group, name: str) -> Iterator[tuple[str, str]]:
    command = group.get_command(parent, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent)
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            yield from _pages(context, command, inner)


def section() -> str:
    """The README's section between its marks: the table of commands, then each command's page folded away."""
    parts = []
    for name, text in pages():
        body = f"```\n{text}\n```\n"
        parts.append(
            body if name == "grade" else f"<details><summary>{name}</summary>\n\n{body}\n</details>\n"
        )
    return "\n".join(parts)


def parted(text: str) -> tuple[str, str, str]:
    """What stands before the marks, between them and after them."""
    before, _, rest = text.partition(BEGIN)
    inside, _, after = rest.partition(END)
    return before, inside, after


if __name__ == "__main__":
    head, _, tail = parted(README.read_text(encoding="utf-8"))
    README.write_text(f"{head}{BEGIN}{section()}{END}{tail}", encoding="utf-8")

"""Reads a page of `docs/` as whoever follows it does: the files that it shows, the commands that it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT

_BLOCK = re.compile(r"^```\w+\n# (file|append to): (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^    (?:\$ )?(grade .*?|cd .*?)(?:\s{2,}#.*|\s+#.*)?$", re.MULTILINE)


def page(name: str) -> str:
    """The text of a page of `docs/`, or of the README."""
    path = ROOT / name if name.endswith(".md") else ROOT / "docs" / f"{name}.md"
    return path.read_text(encoding="utf-8")


def write_files(text: str, folder: Path) -> list[Path]:
    """Write or append to the files that the page shows, below `folder`."""
    written = []
    for how, name, content in _BLOCK.findall(text):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if how == "append to" else ""
        path.write_text(before + content, encoding="utf-8")
        written.append(path)
    return written


def commands(text: str) -> Iterator[str]:
    """The commands of the page, in order, without their remarks."""
    yield from (found.strip() for found in _COMMAND.findall(text))

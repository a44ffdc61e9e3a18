"""The blocks that composite exercises give: `exercises/blocks/*.py`, importable from `course.blocks`.

They are read as text and never run here. A block file defines one public class or function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.catalog.text_file import read_text
from grader.domain.errors import Problem

FOLDER = "exercises/blocks"

_PUBLIC = re.compile(r"^(?:class|def) ([A-Za-z]\w*)", re.MULTILINE)
_IMPORT = re.compile(r"^from course\.blocks import (?:\(([^)]*)\)|(.*))", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Block:
    """One block: its public name, its source, and the names that it imports from other blocks."""

    name: str
    source: str
    imports: tuple[str, ...]


def read_blocks(course: Path) -> tuple[Mapping[str, Block], tuple[Problem, ...]]:
    """Return the course's blocks by name, and the faults of their files."""
    blocks: dict[str, Block] = {}
    problems: list[Problem] = []
    for path in sorted((course / FOLDER).glob("*.py")):
        shown = f"{FOLDER}/{path.name}"
        source, faults = read_text(path, shown)
        if source is None:
            problems += faults
            continue
        names = _PUBLIC.findall(source)
        if len(names) != 1:
            found = " and ".join(names) or "no public name"
            mend = "Give each block a file of its own."
            problems.append(Problem(shown, "", found, "one public class or function", mend))
        for name in names:
            blocks[name] = Block(name, source, tuple(_imports(source)))
    problems += _broken_imports(blocks)
    return blocks, tuple(problems)


def sources_of(blocks: Mapping[str, Block], given: Sequence[str]) -> dict[str, str]:
    """Return the sources of the blocks in `given` and of all that they import, each after what it imports.

    Names that are no block are left out.
    """
    sources: dict[str, str] = {}
    for name in given:
        _collect(blocks, name, sources, frozenset())
    return sources


def _collect(blocks: Mapping[str, Block], name: str, sources: dict[str, str], above: frozenset[str]) -> None:
    block = blocks.get(name)
    if block is None or name in sources or name in above:
        return
    for imported in block.imports:
        _collect(blocks, imported, sources, above | {name})
    sources[name] = block.source


def _imports(source: str) -> Iterator[str]:
    for bracketed, plain in _IMPORT.findall(source):
        yield from _NAME.findall(bracketed or plain)


def _broken_imports(blocks: Mapping[str, Block]) -> Iterator[Problem]:
    for block in blocks.values():
        for name in block.imports:
            if name not in blocks:
                expected = f"one of {', '.join(blocks)}"
                yield Problem(FOLDER, block.name, f"an import of {name}", expected, "Correct the import.")

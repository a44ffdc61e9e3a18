"""Counts the rooms of the grader: modules, floors and arrows of each; `python -m tests.architecture.rooms [FOLDER]`.

A room is a package of `grader/`. An arrow is a module that imports another one of the same room, also inside a
function; the floors are the longest way along the arrows.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.conftest import ROOT

Graph = dict[str, set[str]]


@dataclass(frozen=True)
class Room:
    """One package: its modules, how many of them stand above one another, and who imports whom in it."""

    name: str
    modules: int
    floors: int
    arrows: int
    circles: int


def rooms(folder: Path) -> list[Room]:
    """Every room of the grader that lies in `folder`, by name."""
    packages = sorted(path for path in (folder / "grader").iterdir() if (path / "__init__.py").is_file())
    return [_room(package) for package in packages]


def arrows_between(folder: Path) -> set[tuple[str, str]]:
    """Which room imports which other one."""
    known, found = {room.name for room in rooms(folder)}, set()
    for path in sorted((folder / "grader").rglob("*.py")):
        own = path.relative_to(folder / "grader").parts[0]
        for name in imported(path.read_text(encoding="utf-8")):
            parts = name.split(".")
            if parts[0] == "grader" and own in known and known.intersection(parts[1:2]) - {own}:
                found.add((own, parts[1]))
    return found


def imported(source: str) -> Iterator[str]:
    """The dotted names that a source imports, with what it takes out of a module behind the module's name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _room(package: Path) -> Room:
    name = f"grader.{package.name}"
    files = {
        _dotted(path, package): path for path in sorted(package.rglob("*.py")) if path.name != "__init__.py"
    }
    graph: Graph = {module: set() for module in files}
    for module, path in files.items():
        for target in imported(path.read_text(encoding="utf-8")):
            known = next((t for t in (target, target.rpartition(".")[0]) if t in files and t != module), None)
            if known is not None and target.startswith(name):
                graph[module].add(known)
    circles = sum(module in _below(graph, module) for module in graph)
    return Room(
        package.name, len(files), 0 if circles else _floors(graph), sum(map(len, graph.values())), circles
    )


def _dotted(path: Path, package: Path) -> str:
    inner = path.relative_to(package).with_suffix("").parts
    return ".".join(("grader", package.name, *inner))


def _below(graph: Graph, module: str) -> set[str]:
    found: set[str] = set()
    waiting = list(graph[module])
    while waiting:
        target = waiting.pop()
        if target not in found:
            found.add(target)
            waiting += graph[target]
    return found


def _floors(graph: Graph) -> int:
    @cache
    def height(module: str) -> int:
        return 1 + max((height(target) for target in graph[module]), default=0)

    return max(map(height, graph), default=0)


def main(arguments: list[str]) -> int:
    """Print a line for each room, then what is between them."""
    folder = Path(arguments[0]) if arguments else ROOT
    found = rooms(folder)
    print(f"{'room':<14}{'modules':>8}{'floors':>8}{'arrows':>8}{'in circles':>12}")
    for room in found:
        print(f"{room.name:<14}{room.modules:>8}{room.floors:>8}{room.arrows:>8}{room.circles:>12}")
    modules, arrows = sum(r.modules for r in found), sum(r.arrows for r in found)
    print(
        f"{len(found)} rooms, {modules} modules, {arrows} arrows inside, {len(arrows_between(folder))} between rooms"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

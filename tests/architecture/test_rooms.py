"""The rooms of the grader are those of the picture, in the order of the contract, without a circle."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.architecture.rooms import arrows_between, imported, rooms


def _contracts(root: Path) -> dict[str, dict[str, object]]:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return {contract["id"]: contract for contract in project["tool"]["importlinter"]["contracts"]}


def _layers(root: Path) -> list[list[str]]:
    listed = _contracts(root)["layers"]["layers"]
    assert isinstance(listed, list)
    return [re.findall(r"\w+", line) for line in listed if line != "__main__"]  # a module, no room


def _section(root: Path) -> str:
    text = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text.partition("## Layers")[2].partition("\n## ")[0]


def test_the_picture_is_the_contract(root: Path) -> None:
    """CONTRIBUTING draws the layers as the contract of imports has them."""
    drawn = re.findall(r"^    (\S.*)$", _section(root), re.MULTILINE)
    assert [re.findall(r"\w+", line) for line in drawn] == _layers(root)


def test_every_room_is_described(root: Path) -> None:
    """The table of CONTRIBUTING has a line for each room of the grader and for nothing else."""
    described = re.findall(r"^\| (\w+) \| ", _section(root), re.MULTILINE)
    assert sorted(set(described) - {"room"}) == [room.name for room in rooms(root)]


def test_the_contract_names_every_room(root: Path) -> None:
    """No room stands outside of the layers, which are exhaustive."""
    assert _contracts(root)["layers"]["exhaustive"] is True
    assert sorted(room for line in _layers(root) for room in line) == [room.name for room in rooms(root)]


def test_arrows_point_down(root: Path) -> None:
    """Every import between rooms, also one inside a function, goes to a lower line."""
    floor = {room: number for number, line in enumerate(_layers(root)) for room in line}
    assert [(above, below) for above, below in arrows_between(root) if floor[above] >= floor[below]] == []


def test_no_room_has_a_circle(root: Path) -> None:
    """In no room do modules import each other round in a ring."""
    assert {room.name: room.circles for room in rooms(root) if room.circles} == {}


def test_the_judge_is_small(root: Path) -> None:
    """The judge has fifteen modules at most."""
    assert {room.name: room.modules for room in rooms(root)}["judge"] <= 15


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import grader.judge.bank", ["grader.judge.bank"]),
        ("def f():\n    from grader.judge import bank", ["grader.judge.bank"]),
        ("from grader.judge.bank import load_bank", ["grader.judge.bank.load_bank"]),
    ],
)
def test_every_way_to_import_is_an_arrow(source: str, found: list[str]) -> None:
    """An import inside a function, and a module taken out of its package, are seen."""
    assert list(imported(source)) == found


def test_a_circle_would_be_counted(tmp_path: Path) -> None:
    """Two modules that import each other, one of them in a function, are both in a circle."""
    room = tmp_path / "grader" / "room"
    room.mkdir(parents=True)
    (room / "__init__.py").write_text("")
    (room / "one.py").write_text("from grader.room.two import x\n")
    (room / "two.py").write_text("def f():\n    from grader.room import one\n    return one\n")
    (found,) = rooms(tmp_path)
    assert (found.modules, found.arrows, found.circles) == (2, 2, 2)

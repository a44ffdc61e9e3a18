"""Every hostile script is contained: its verdict, in time, nothing changed, nobody left, the next right."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.domain.verdict import Confinement
from grader.sandbox.patience import MOST_PATIENCE
from tests.conftest import require
from tests.hostile.attacks import Attack, read_attacks
from tests.hostile.siege import HERE, MODES, Mode, Siege, besieged, demand

ATTACKS = read_attacks()
SAMPLE = 12
SAMPLE_SEED = 20261130


def _modes_of(attack: Attack) -> Iterator[Mode]:
    """The mode of whoever runs the tests for all, the others for a seeded sample; all for all with SLOW=1."""
    yield HERE
    for number, mode in enumerate(mode for mode in MODES if mode is not HERE):
        everything = os.environ.get("SLOW", "0") not in ("", "0")
        if everything or attack in random.Random(SAMPLE_SEED + number).sample(ATTACKS, SAMPLE):
            yield mode


PAIRS = [(mode, attack) for attack in ATTACKS for mode in _modes_of(attack)]


@pytest.fixture(scope="module")
def sieges(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Siege]]:
    """One warm server a mode, started when the first test needs it and ended with the module."""
    started: dict[str, Siege] = {}
    try:
        yield started
    finally:
        for siege in started.values():
            siege.close()


def _siege(sieges: dict[str, Siege], mode: Mode, root: Path, factory: pytest.TempPathFactory) -> Siege:
    demand(mode)
    if mode.name not in sieges:
        sieges[mode.name] = _begin(mode, root, factory)
    siege = sieges[mode.name]
    if siege.damage():  # an earlier attack came through, and its own test said so
        siege.close()
        siege = sieges[mode.name] = _begin(mode, root, factory)
    return siege


def _begin(mode: Mode, root: Path, factory: pytest.TempPathFactory) -> Siege:
    siege = Siege(mode, root, factory.mktemp(mode.name))
    assert siege.honest().accepted  # it leaves its marker, which later attacks look for
    return siege


@pytest.mark.hostile
@pytest.mark.parametrize(
    ("mode", "attack"), PAIRS, ids=[f"{mode.name}-{attack.name}" for mode, attack in PAIRS]
)
def test_the_attack_is_contained(
    mode: Mode,
    attack: Attack,
    sieges: dict[str, Siege],
    root: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The script gets its verdict in time and at the promised level, harms nothing; the next is right."""
    siege = _siege(sieges, mode, root, tmp_path_factory)
    fallen = siege.attack(attack.submission(siege.places), attack.wall_seconds)
    result = fallen.result
    assert siege.damage() == []
    assert result.verdict in attack.verdicts, result
    assert result.verdict == "accepted" or result.score < result.max_score
    assert result.confinement == mode.level
    assert (
        fallen.seconds <= (1 + MOST_PATIENCE) * attack.wall_seconds + 1
    )  # a busy machine may keep it waiting
    if attack.told is not None:
        assert re.search(attack.told, f"{result.failure} {result.problem}")
    assert siege.leaks(result) == []
    honest = siege.honest()
    assert (honest.verdict, honest.score) == ("accepted", 10.0)


def test_there_are_enough_attacks() -> None:
    """At least eighty scripts, several a row; those that may be accepted leave the answer alone."""
    rows = [attack.name.split("/")[0] for attack in ATTACKS]
    assert len(ATTACKS) >= 80
    assert all(rows.count(row) >= 2 for row in set(rows))
    harmless = [attack.name for attack in ATTACKS if "accepted" in attack.verdicts]
    assert all("def manual_layer_norm" not in a.source for a in ATTACKS if a.name in harmless)


def test_an_attack_that_goes_through_would_be_seen(root: Path, tmp_path: Path) -> None:
    """The siege itself has teeth: unconfined, files, packets and processes of an attack are reported."""
    require("root", os.geteuid() == 0, "the unconfined child must be able to write")
    loose = Mode("loose", Confinement.NONE, True, {"landlock": False, "seccomp": False, "file_size_kib": 64})
    source = (
        "import os, socket\n"
        "open('@CANARY@/written', 'w').write('x')\n"
        "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
        "s.sendto(b'stolen', ('127.0.0.1', @PORT@))\n"
        "print(open('@CANARY@/secret.txt').read())\n"
    )
    with besieged(loose, root, tmp_path) as siege:
        attack = Attack("control", source, frozenset(), None, 6.0)
        fallen = siege.attack(attack.submission(siege.places), 6.0)
        assert fallen.result.verdict == "accepted"
        assert "files were changed" in siege.damage()
        assert any(line.startswith("a packet came") for line in siege.damage())
        assert siege.leaks(fallen.result) == [siege.marker]

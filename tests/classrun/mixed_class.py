"""Makes a class as classes are: right in many ways, wrong in every known way, crashing, hanging, hostile,
empty, Chinese.

Every hand-in says what must come of it. All of it follows from one seed.
"""

from __future__ import annotations

import io
import json
import random
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.catalog.course import references_of
from grader.domain.verdict import Verdict
from grader.judge.bank import load_bank
from tests.conftest import ROOT
from tests.hostile.attacks import read_attacks

FAMILY_NAMES = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜"
GIVEN_NAMES = ("子涵", "欣怡", "浩然", "一诺", "宇轩", "诗涵", "梓萱", "俊杰", "思远", "雨桐")
LATIN_NAMES = ("Ana-María Ñúñez", "O'Brien, Pat", "Đặng Thị", "Øyvind", "Jean Dupont", "Li Lei", "李雷 (Leo)")
TOO_HEAVY = ("tensors/too_large",)  # on a busy machine its limit of time may come before that of memory
QUICK_ATTACKS = (
    "leaving/",
    "patching/",
    "forging/",
    "hunting/",
    "inputs/",
    "tensors/",
    "guessing/",
    "privileges/",
)


@dataclass(frozen=True)
class Made:
    """One learner's files, and what must come of them: one of the verdicts; of `misconception` a
    diagnosis.
    """

    learner: str
    exercise: int
    files: Mapping[str, bytes]
    verdicts: frozenset[Verdict]
    misconception: str | None = None
    sort: str = ""


DOOR, BESIDE = "from grader.authoring import Text", "from grader.domain.text import Text"
"""The door for courses is not open in a child; what texts are made of is there."""


def bundled(exercise_id: str, misconception: str) -> bytes:
    """A misconception as a whole submission: the reference's files in a string each, and the wrong names
    on top.
    """
    files = {
        f"{folder.name}.{path.stem}": path.read_text(encoding="utf-8").replace(DOOR, BESIDE)
        for folder in references_of(ROOT, exercise_id)
        for path in sorted(folder.glob("*.py"))
        if path.stem != "cases" and not path.stem.startswith("computation")
    }
    return f'''import sys
import types

FILES = {json.dumps(files, ensure_ascii=False)}


class _Package:
    """Finds what is written above."""

    def find_spec(self, name, path=None, target=None):
        import importlib.util

        head, _, rest = name.partition(".")
        if head != "_work":
            return None
        return importlib.util.spec_from_loader(name, self, is_package=rest.count(".") == 0)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        source = FILES.get(module.__name__.partition(".")[2], "")
        exec(compile(source, module.__name__, "exec"), module.__dict__)


sys.meta_path.insert(0, _Package())
from _work.{exercise_id}.misconceptions import MISCONCEPTIONS

globals().update(MISCONCEPTIONS[{misconception!r}])
'''.encode()


def right_sources(exercise_id: str) -> Iterator[bytes]:
    """Right solutions, written otherwise than the reference."""
    folder = ROOT / "reference" / exercise_id / "alternatives"
    listed = folder / "expected.toml"
    flawed = tomllib.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else {}
    for path in sorted(folder.glob("*.py")):
        if path.name not in flawed:
            yield path.read_bytes()


def notebook(source: bytes) -> bytes:
    """The source as a notebook with a magic, a heading and a cell that fails on its own."""
    magics = "%matplotlib inline\n!pip install torch"
    cells = [("markdown", "# 作业"), ("code", magics), ("code", source.decode()), ("code", "1 / 0")]
    plain = [{"cell_type": kind, "metadata": {}, "source": text} for kind, text in cells]
    for cell in plain:
        cell.update({"outputs": [], "execution_count": None} if cell["cell_type"] == "code" else {})
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": plain}).encode()


def make_class(
    size: int,
    seed: int,
    exercises: Sequence[int] = (1, 2, 3, 5),
    hangs: int = 1,
    attacks: Sequence[str] = QUICK_ATTACKS,
) -> list[Made]:
    """`size` learners with one hand-in each; every kind comes before any comes twice."""
    chance = random.Random(seed)
    pools = [_right(exercises), _wrong(exercises), _hostile(attacks), _other(exercises, hangs)]
    kinds = [list(pool) for pool in pools]
    for pool in kinds:
        chance.shuffle(pool)
    listed = [each for pool in kinds for each in pool]
    if size < len(listed):  # a share of each kind
        shares = (0.35, 0.35, 0.12, 0.18)
        parts = [pool[: round(size * share)] for pool, share in zip(kinds, shares, strict=True)]
        listed = [each for part in parts for each in part]
    repeated = [*kinds[0], *kinds[1]]
    while len(listed) < size:
        listed.append(chance.choice(repeated))
    chance.shuffle(listed)
    return [_named(each, number, chance) for number, each in enumerate(listed[:size])]


def write_class(folder: Path, made: Sequence[Made]) -> Path:
    """Write each learner's folder."""
    for each in made:
        own = folder / each.learner
        own.mkdir(parents=True)
        for name, content in each.files.items():
            (own / name).write_bytes(content)
    return folder


def _named(made: Made, number: int, chance: random.Random) -> Made:
    """Give the hand-in a person, and make its sources unlike anybody else's."""
    if chance.random() < 0.6:
        name = chance.choice(FAMILY_NAMES) + chance.choice(GIVEN_NAMES)
    else:
        name = chance.choice(LATIN_NAMES)
    files = {
        path: content + f"\n# {number}\n".encode() if path.endswith(".py") and content else content
        for path, content in made.files.items()
    }
    if made.sort in ("stub", "broken"):
        files = dict(made.files)
    return Made(f"{name}-{number:05}", made.exercise, files, made.verdicts, made.misconception, made.sort)


def _id(number: int) -> str:
    return next((ROOT / "exercises").glob(f"ex{number:02}_*")).name


def _right(exercises: Sequence[int]) -> Iterator[Made]:
    accepted = frozenset({Verdict.ACCEPTED})
    for number in exercises:
        for turn, source in enumerate(right_sources(_id(number))):
            name = f"ex{number:02}_solution"
            if turn % 4 == 3:
                yield Made("", number, {f"{name}.ipynb": notebook(source)}, accepted, sort="notebook")
            elif turn % 4 == 2:
                packed = _zip({f"作业/{name}.py": source})
                yield Made("", number, {"hand-in.zip": packed}, accepted, sort="zip")
            else:
                files = {f"{name}.py": source, "notes.txt": "笔记".encode()}
                yield Made("", number, files, accepted, sort="right")


def _wrong(exercises: Sequence[int]) -> Iterator[Made]:
    """Every misconception; one of kind robustness may be accepted, below full marks."""
    told = frozenset({Verdict.WRONG_ANSWER, Verdict.RUNTIME_ERROR, Verdict.ACCEPTED})
    for number in exercises:
        bank = load_bank(ROOT, _id(number), number)
        for misconception in bank.misconceptions:
            files = {f"ex{number:02}.py": bundled(_id(number), misconception)}
            yield Made("", number, files, told, misconception, sort="misconception")


def _hostile(attacks: Sequence[str]) -> Iterator[Made]:
    for attack in read_attacks():
        if attack.name in TOO_HEAVY or "@" in attack.source:
            continue
        if attack.name.startswith(tuple(attacks)):
            source = attack.submission({}).source
            yield Made("", 1, {"ex01.py": source}, attack.verdicts, sort=f"hostile {attack.name}")


def _other(exercises: Sequence[int], hangs: int) -> Iterator[Made]:
    number = exercises[0]
    file = f"ex{number:02}.py"
    stub = (ROOT / "exercises" / _id(number) / "stub.py").read_bytes()
    invalid = frozenset({Verdict.INVALID_SUBMISSION})
    yield Made("", number, {file: stub}, frozenset({Verdict.NOT_ATTEMPTED}), sort="stub")
    yield Made("", number, {file: b""}, invalid, sort="empty")
    yield Made("", number, {file: b"def manual_layer_norm(x:\n"}, invalid, sort="syntax")
    yield Made("", number, {file: b"\xff\xfe\x00bad\x80" * 9}, invalid, sort="bytes")
    yield Made("", number, {f"ex{number:02}.ipynb": b'{"cells": ['}, invalid, sort="broken")
    crashed = frozenset({Verdict.RUNTIME_ERROR})
    yield Made("", number, {file: b"raise ValueError('on import')\n"}, crashed, sort="crash")
    yield Made("", number, {file: b"import os\nos._exit(3)\n"}, crashed, sort="exit")
    yield Made("", number, {file: b"import ctypes\nctypes.string_at(0)\n"}, crashed, sort="segfault")
    for turn in range(hangs):
        loop = b"import time\nwhile True:\n    time.sleep(1)\n" if turn % 2 else b"while True:\n    pass\n"
        yield Made("", number, {file: loop}, frozenset({Verdict.TIME_LIMIT}), sort="hang")


def _zip(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 11, 30, 12, 0, 0)), content)
    return made.getvalue()

"""Files of a class are listed whatever they are called and whenever they claim to be from; bad ones are refused one by one."""

from __future__ import annotations

import io
import json
import os
import struct
import time
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.classrun.rows import GradedUnder, unrun_row
from grader.domain.classroom import IntakeFault
from grader.intake.class_folder import open_class
from grader.intake.listing import list_folder
from grader.store.store import open_store
from tests.intake.samples import EXERCISES, code, read, write_folder
from tests.store.samples import class_run

FF = code("FeedForward")


@pytest.mark.parametrize("seconds", [-1e11, 0, 1, 253402300799, 253402300800, 1e12])
def test_a_files_own_time_may_be_absurd(tmp_path: Path, seconds: float) -> None:
    """A time that no calendar has stops neither the listing nor the choice among files."""
    path = write_folder(tmp_path / "class", {"eve/ex03.py": FF, "eve/ex03_old.py": FF, "anna/ex03.py": FF})
    try:
        os.utime(path / "eve" / "ex03_old.py", (seconds, seconds))
    except OSError:
        pytest.skip("this file system has no such time")
    found = read(open_class(path, EXERCISES))
    assert {key: handins[0].exercises for key, handins in found.items()} == {"anna": (3,), "eve": (3,)}
    assert all(file.modified.tzinfo is UTC for file in list_folder(path).files)


NAMES = [
    b"ex03 caf\xe9.py", b"ex03\x1b[31m.py", b"ex03\n.py", "ex03\u202e.py".encode(), b"ex03" + b"x" * 240 + b".py",
    "ex03 王.py".encode("gbk"), b"ex03\x07\x08.py", "ex03 👩‍🎓.py".encode(), b"ex03'; --.py", b"ex03 %s {0}.py",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_files_name_may_be_anything(tmp_path: Path, name: bytes) -> None:
    """Bytes that are no text, controls and endless names are read, kept in the store and printed as JSON."""
    path = write_folder(tmp_path / "class", {"anna/ex03.py": FF, "eve/note.txt": b""})
    with (path / "eve").joinpath(os.fsdecode(name)).open("wb") as file:
        file.write(FF)
    (handin,) = read(open_class(path, EXERCISES))["eve"]
    assert handin.exercises == (3,)
    assert handin.file_name.isprintable()
    json.dumps(handin.file_name, ensure_ascii=False).encode()
    under = GradedUnder(EXERCISES[2], 1, "c", datetime(2026, 11, 30, tzinfo=UTC))
    with open_store(f"sqlite:///{tmp_path / 's.db'}") as store:
        store.classes.begin_or_join_run(class_run(), after=None)
        store.classes.record_results("run-1", [(unrun_row(handin, under), handin.submission)])
        assert [each.file_name for each in store.classes.results("run-1")] == [handin.file_name]


@pytest.mark.parametrize(
    "name", ["A\x1b[31mnna", "\u202eanna", "an\nna", "\x07", "a" * 300, "../x", "CON", "=1+1"]
)
def test_a_learner_folders_name_in_an_archive_may_be_anything(tmp_path: Path, name: str) -> None:
    """Keys and names of people come out clean, and nobody else is touched."""
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr(f"{name}/ex03.py", FF)
        archive.writestr("bo/ex03.py", FF)
    folder = open_class(tmp_path / "class.zip", EXERCISES)
    assert "bo" in read(folder)
    assert all(text.isprintable() for pair in folder.learners for text in pair)
    assert all(problem.path.isprintable() for problem in folder.problems)


def entries(count: int) -> bytes:
    """A zip archive that lists so many empty files and holds nothing else."""
    header = (
        struct.pack("<4s6H3I5H2I", b"PK\x01\x02", 20, 20, 0, 0, 0, 33, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    )
    body = header * count
    return body + struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, count % 65536, count % 65536, len(body), 0, 0)


def test_an_archive_of_headers_alone_is_refused_in_no_time(tmp_path: Path) -> None:
    """A list of 300,000 files would take seconds to read for each of a learner's archives: it is not read."""
    path = write_folder(
        tmp_path / "class", {f"eve/{n}.zip": entries(300_000) for n in range(4)} | {"bo/ex03.py": FF}
    )
    began = time.process_time()
    found = read(open_class(path, EXERCISES))
    assert time.process_time() - began < 2.0
    assert {handin.problem and handin.problem.kind for handin in found["eve"]} == {IntakeFault.TOO_MANY_FILES}
    assert found["bo"][0].submission is not None


@pytest.mark.parametrize(
    "date", [(1980, 0, 0, 0, 0, 0), (2107, 12, 31, 23, 59, 58), (1980, 1, 1, 31, 63, 62)]
)
def test_dates_in_an_archive_may_be_absurd(tmp_path: Path, date: tuple[int, int, int, int, int, int]) -> None:
    """A date that is none orders nothing and stops nothing."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        info = zipfile.ZipInfo("ex03.py")
        info.date_time = date
        archive.writestr(info, FF)
    path = write_folder(tmp_path / "class", {"eve/work.zip": buffer.getvalue(), "bo/ex03.py": FF})
    assert read(open_class(path, EXERCISES))["eve"][0].exercises == (3,)

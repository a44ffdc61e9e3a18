"""Archives are refused where they lie, escape or explode, and read in whatever encoding their names have."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from pathlib import Path

import pytest

from grader.domain.classroom import Handin, IntakeFault
from grader.domain.errors import UsageError
from grader.intake.class_folder import open_class
from tests.intake.samples import EXERCISES, code, read, write_folder, write_zip

FF = code("FeedForward")


def archive(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    """Return a zip archive of these entries."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in entries:
            written.writestr(name, content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def raw_named(name: bytes, content: bytes) -> bytes:
    """Return a zip archive of one entry whose name is these bytes, not marked as UTF-8."""
    placeholder = "x" * len(name)
    return archive((placeholder, content)).replace(placeholder.encode(), name)


def hand_in(tmp_path: Path, body: bytes) -> Handin:
    """Return what a learner handed in with this archive, another's honest file being read too."""
    path = write_folder(tmp_path / "class", {"eve/work.zip": body, "anna/ex03.py": FF})
    found = read(open_class(path, EXERCISES))
    assert found["anna"][0].submission is not None
    (handin,) = found["eve"]
    return handin


def refused(tmp_path: Path, body: bytes) -> IntakeFault:
    """Return why a learner's archive was refused."""
    handin = hand_in(tmp_path, body)
    assert handin.submission is None
    assert handin.problem is not None
    assert handin.problem.path.startswith(("eve/work.zip", "..", "/", "C:", "a/.."))
    return handin.problem.kind


def link(name: str) -> zipfile.ZipInfo:
    """Return the entry of a symbolic link."""
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    "name", ["../ex03.py", "/etc/ex03.py", "a/../../ex03.py", "C:/ex03.py", "..\\ex03.py", "C:\\x.py"]
)
def test_paths_that_leave_the_archive_are_refused(tmp_path: Path, name: str) -> None:
    """A path with .., an absolute path and a drive, with either slash, refuse the archive."""
    assert refused(tmp_path, archive((name, FF))) is IntakeFault.OUTSIDE_PATH


def test_links_are_refused(tmp_path: Path) -> None:
    """A symbolic link refuses the archive."""
    assert refused(tmp_path, archive((link("ex03.py"), b"/etc/passwd"))) is IntakeFault.LINK


def test_bombs_are_refused(tmp_path: Path) -> None:
    """Content that unpacks to hundreds of times its size, or to more than the limit in all, is refused."""
    assert refused(tmp_path, archive(("ex03.py", b"#" * 8_000_000))) is IntakeFault.BOMB
    noise = [(f"{n}.bin", b"0" * 900_000) for n in range(80)]
    assert refused(tmp_path / "b", archive(("ex03.py", FF), *noise)) is IntakeFault.BOMB


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    """An archive of more files than anybody hands in is refused."""
    assert refused(tmp_path, archive(*((f"{n}.py", b"") for n in range(2_001)))) is IntakeFault.TOO_MANY_FILES


def test_duplicate_names_are_refused(tmp_path: Path) -> None:
    """Two entries of one name leave it open which counts, so neither does."""
    with pytest.warns(UserWarning, match="Duplicate"):
        body = archive(("ex03.py", FF), ("ex03.py", b"x = 1"))
    assert refused(tmp_path, body) is IntakeFault.DUPLICATE_NAME


def test_archives_in_archives_in_archives_are_not_opened(tmp_path: Path) -> None:
    """A zip inside a learner's zip is told, not opened."""
    body = archive(("inner.zip", archive(("ex03.py", FF))))
    assert refused(tmp_path, body) is IntakeFault.NESTED_TOO_DEEP


def test_file_that_is_no_archive_is_told(tmp_path: Path) -> None:
    """A .zip that is none, or is cut short, is told."""
    assert refused(tmp_path, b"Rar!\x1a\x07") is IntakeFault.NOT_AN_ARCHIVE
    assert refused(tmp_path / "b", archive(("ex03.py", FF))[:-30]) is IntakeFault.NOT_AN_ARCHIVE


def test_encrypted_entries_are_told(tmp_path: Path) -> None:
    """An entry that needs a password is told as such."""
    body = bytearray(archive(("ex03.py", FF)))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        body[body.find(mark) + offset] |= 1
    assert refused(tmp_path, bytes(body)) is IntakeFault.ENCRYPTED


@pytest.mark.parametrize("announced", [1, 10_000])
def test_lying_sizes_are_told(tmp_path: Path, announced: int) -> None:
    """An entry that is longer or shorter than it says is refused when it is read."""
    body = bytearray(archive(("ex03.py", FF * 20)))
    struct.pack_into("<I", body, body.find(b"PK\x01\x02") + 24, announced)
    assert refused(tmp_path, bytes(body)) is IntakeFault.LYING_SIZE


def test_huge_learner_archive_is_refused(tmp_path: Path) -> None:
    """An archive over 16 MiB is not opened."""
    body = archive(("ex03.py", FF)) + b"\0" * (16 * 1024 * 1024)
    assert refused(tmp_path, body) is IntakeFault.TOO_LARGE


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("王小明/ex03.py".encode(), "王小明"),
        ("王小明/ex03.py".encode("gbk"), "王小明"),
        ("张喆/ex03.py".encode("gbk"), "张喆"),
        ("Müller/ex03.py".encode("cp437"), "Müller"),
        ("Zoë Åström/ex03.py".encode("cp437"), "Zoë Åström"),
    ],
)
def test_unmarked_names_are_read_in_their_encoding(tmp_path: Path, raw: bytes, name: str) -> None:
    """Names are UTF-8 where they fit, else GBK or cp437."""
    (tmp_path / "class.zip").write_bytes(raw_named(raw, FF))
    folder = open_class(tmp_path / "class.zip", EXERCISES)
    assert folder.learners == ((name, name),)


def test_class_archive_keeps_its_good_entries(tmp_path: Path) -> None:
    """In a platform's own archive a bad entry is told and left out, and the others are graded."""
    body = archive(("anna/ex03.py", FF), ("../evil/ex03.py", FF), (link("bob/ex03.py"), b"/etc/passwd"))
    (tmp_path / "class.zip").write_bytes(body)
    folder = open_class(tmp_path / "class.zip", EXERCISES)
    assert set(read(folder)) == {"anna"}
    assert [(problem.kind, problem.path) for problem in folder.problems] == [
        (IntakeFault.OUTSIDE_PATH, "../evil/ex03.py"),
        (IntakeFault.LINK, "bob/ex03.py"),
    ]


def test_broken_class_archive_is_a_usage_error(tmp_path: Path) -> None:
    """A class archive that cannot be opened stops the run before it begins."""
    (tmp_path / "class.zip").write_bytes(b"PK\x03\x04 no")
    with pytest.raises(UsageError, match=r"class\.zip"):
        open_class(tmp_path / "class.zip", EXERCISES)


def test_links_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    """A link in a class's folder, to a file or to a folder, is told and not read."""
    secret = tmp_path / "secret"
    write_folder(secret, {"ex03.py": FF})
    path = write_folder(tmp_path / "class", {"anna/ex03.py": FF, "eve/note.txt": b""})
    (path / "eve" / "ex03.py").symlink_to(secret / "ex03.py")
    (path / "mallory").symlink_to(secret)
    folder = open_class(path, EXERCISES)
    assert sorted((problem.kind, problem.path) for problem in folder.problems) == [
        (IntakeFault.LINK, "eve/ex03.py"),
        (IntakeFault.LINK, "mallory"),
    ]
    assert read(folder)["eve"][0].submission is None


def test_file_that_becomes_a_link_is_not_followed(tmp_path: Path) -> None:
    """A file that is replaced by a link after it was listed is not read through it."""
    path = write_folder(tmp_path / "class", {"eve/ex03.py": FF})
    (tmp_path / "secret.py").write_bytes(FF)
    folder = open_class(path, EXERCISES)
    (path / "eve" / "ex03.py").unlink()
    (path / "eve" / "ex03.py").symlink_to(tmp_path / "secret.py")
    (handin,) = read(folder)["eve"]
    assert handin.submission is None
    assert handin.problem is not None
    assert handin.problem.kind is IntakeFault.UNREADABLE


def test_zip_of_a_class_is_read_twice_alike(tmp_path: Path) -> None:
    """Reading the learners again gives the same."""
    path = write_zip(tmp_path / "class.zip", {"anna/ex03.py": FF, "bob/ex03.py": FF})
    folder = open_class(path, EXERCISES)
    assert read(folder) == read(folder)

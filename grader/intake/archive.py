"""Zip archives listed like folders, within limits, without unpacking anything to disk."""

from __future__ import annotations

import io
import re
import stat
import threading
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from grader.domain.classroom import IntakeFault, IntakeProblem
from grader.domain.errors import UsageError
from grader.domain.text import Text
from grader.intake.encoding import ARCHIVERS, guess
from grader.intake.listing import FoundFile, IntakeRefused, Listing, is_junk

_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1
_ENTRY_MARK = b"PK\x01\x02"
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


@dataclass(frozen=True)
class ArchiveLimits:
    """What an archive may hold: unpacked MiB in all, number of files, and how many times smaller packed."""

    total_mib: int
    files: int
    ratio: int = 200


CLASS_LIMITS = ArchiveLimits(total_mib=20_000, files=500_000, ratio=1_000)
"""A platform's export of a whole class."""

LEARNER_LIMITS = ArchiveLimits(total_mib=64, files=2_000)
"""An archive that one learner handed in."""


MAX_LEARNER_ARCHIVE_BYTES = 16 * 1024 * 1024


def list_class_archive(path: Path, encoding: str | None = None) -> Listing:
    """List a class's zip file; entries that must not be are left out and told.

    `encoding` is that of names which are not marked as UTF-8, None to guess it.

    Raises UsageError where the file is no zip archive or is over the limits as a whole.
    """
    try:
        archive = zipfile.ZipFile(path)
        entries = archive.infolist()
    except _BROKEN as error:
        raise UsageError(
            Text(f"{path} is no readable zip archive: {error}", f"{path} 不是可读的 zip 压缩包：{error}"),
            Text("export the submissions again", "请重新导出提交"),
        ) from error
    problem = _excess(entries, CLASS_LIMITS, path.name)
    if problem is not None:
        what = "文件数" if problem.kind is IntakeFault.TOO_MANY_FILES else "解压后的大小"
        raise UsageError(
            Text(
                f"{path} is over the limits: {problem.kind}, {problem.detail}",
                f"{path} 超出上限：{what} {problem.detail}",
            ),
            Text("unpack it and name the folder instead", "请先解压，再指定解压后的目录"),
        )
    listing, problems, guessed = _list(archive, entries, CLASS_LIMITS, "", encoding)
    return Listing(path.stem, listing, (), problems, is_archive=True, guessed_encoding=guessed)


def list_learner_archive(file: FoundFile) -> tuple[FoundFile, ...]:
    """List a zip file among the submissions; one bad entry refuses it whole. Raises IntakeRefused."""
    limit = MAX_LEARNER_ARCHIVE_BYTES  # a longer one could list more entries than fit into memory
    body = file.read(limit + 1)
    if len(body) > limit:
        raise IntakeRefused(IntakeProblem(IntakeFault.TOO_LARGE, file.path, f"{len(body) // 1024} KiB"))
    headers = body.count(_ENTRY_MARK)
    if headers > 4 * LEARNER_LIMITS.files:  # reading the list alone would take seconds
        detail = f"{headers} > {LEARNER_LIMITS.files}"
        raise IntakeRefused(IntakeProblem(IntakeFault.TOO_MANY_FILES, file.path, detail))
    try:
        archive = zipfile.ZipFile(io.BytesIO(body))
        entries = archive.infolist()
    except _BROKEN as error:
        raise IntakeRefused(IntakeProblem(IntakeFault.NOT_AN_ARCHIVE, file.path, str(error)[:100])) from error
    problem = _excess(entries, LEARNER_LIMITS, file.path)
    if problem is not None:
        raise IntakeRefused(problem)
    found, problems, _ = _list(archive, entries, LEARNER_LIMITS, f"{file.path}/", None)
    if problems:
        raise IntakeRefused(problems[0])
    return found


def _excess(entries: Sequence[zipfile.ZipInfo], limits: ArchiveLimits, path: str) -> IntakeProblem | None:
    if len(entries) > limits.files:
        return IntakeProblem(IntakeFault.TOO_MANY_FILES, path, f"{len(entries)} > {limits.files}")
    unpacked_mib = sum(entry.file_size for entry in entries) // (1024 * 1024)
    if unpacked_mib > limits.total_mib:
        return IntakeProblem(IntakeFault.BOMB, path, f"{unpacked_mib} MiB > {limits.total_mib} MiB")
    return None


def _list(
    archive: zipfile.ZipFile,
    entries: Sequence[zipfile.ZipInfo],
    limits: ArchiveLimits,
    prefix: str,
    encoding: str | None,
) -> tuple[tuple[FoundFile, ...], tuple[IntakeProblem, ...], str]:
    names, guessed = _decoded_names(entries, encoding)
    lock = threading.Lock()
    files: dict[str, FoundFile] = {}
    problems: list[IntakeProblem] = []
    for entry, name in zip(entries, names, strict=True):
        if name.endswith("/") or is_junk(name):
            continue
        path = prefix + "/".join(part for part in name.split("/") if part not in ("", "."))
        problem = _entry_problem(entry, name, path, limits)
        if problem is None and path in files:
            problem = IntakeProblem(IntakeFault.DUPLICATE_NAME, path)
        if problem is not None:
            problems.append(problem)
            continue
        files[path] = FoundFile(path, entry.file_size, _time(entry), _reader(archive, entry, path, lock))
    return tuple(files[path] for path in sorted(files)), tuple(problems), guessed


def _entry_problem(
    entry: zipfile.ZipInfo, name: str, path: str, limits: ArchiveLimits
) -> IntakeProblem | None:
    if name.startswith("/") or re.match(r"^[A-Za-z]:", name) or ".." in name.split("/"):
        return IntakeProblem(IntakeFault.OUTSIDE_PATH, name)
    mode = entry.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return IntakeProblem(IntakeFault.LINK, path)
    if entry.flag_bits & _ENCRYPTED_FLAG:
        return IntakeProblem(IntakeFault.ENCRYPTED, path)
    if entry.file_size > 1024 * 1024 and entry.file_size > limits.ratio * max(entry.compress_size, 1):
        return IntakeProblem(IntakeFault.BOMB, path, f"{entry.compress_size} -> {entry.file_size} bytes")
    return None


def _reader(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str, lock: threading.Lock
) -> Callable[[int], bytes]:
    def read(limit: int) -> bytes:
        try:
            with lock, archive.open(entry) as file:
                content = _bounded(file, limit)
        except _BROKEN as error:
            # what was announced and what is there differ, or the compression is unknown
            problem = IntakeProblem(IntakeFault.LYING_SIZE, path, str(error)[:100])
            raise IntakeRefused(problem) from error
        if len(content) < min(limit, entry.file_size):
            raise IntakeRefused(IntakeProblem(IntakeFault.LYING_SIZE, path, f"{len(content)} bytes"))
        return content

    return read


def _bounded(file: IO[bytes], limit: int) -> bytes:
    portions: list[bytes] = []
    left = limit
    while left > 0 and (portion := file.read(min(left, 64 * 1024))):
        portions.append(portion)
        left -= len(portion)
    return b"".join(portions)


def _time(entry: zipfile.ZipInfo) -> datetime:
    try:
        return datetime(*entry.date_time, tzinfo=UTC)
    except ValueError:
        return datetime(1980, 1, 1, tzinfo=UTC)


def _decoded_names(entries: Sequence[zipfile.ZipInfo], encoding: str | None) -> tuple[list[str], str]:
    """The entries' names with `/`, and the encoding that was guessed for those that tell none ("": none was)."""
    raw = {
        index: entry.orig_filename.encode("cp437", "replace")
        for index, entry in enumerate(entries)
        if not entry.flag_bits & _UTF8_FLAG
    }
    legacy = [name for name in raw.values() if not _is_utf8(name)]
    guessed = guess(b"\n".join(legacy), ARCHIVERS) if legacy and encoding is None else ""
    names: list[str] = []
    for index, entry in enumerate(entries):
        name = entry.orig_filename
        if index in raw:
            chosen = encoding or ("utf-8" if _is_utf8(raw[index]) else guessed)
            name = raw[index].decode(chosen, "replace")
        names.append(name.replace("\\", "/"))
    return names, guessed


def _is_utf8(name: bytes) -> bool:
    try:
        name.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True

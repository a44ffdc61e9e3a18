"""The files of a class, wherever they lie: paths, sizes, times first, contents only when asked for."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from grader.domain.classroom import IntakeFault, IntakeProblem
from grader.domain.errors import UsageError
from grader.domain.system_reason import system_reason
from grader.domain.text import Text

MAX_FILES = 500_000
_JUNK_FOLDERS = frozenset(
    {
        "__MACOSX",
        ".ipynb_checkpoints",
        "__pycache__",
        ".git",
        ".github",
        ".idea",
        ".vscode",
        ".venv",
        "node_modules",
    }
)
_JUNK_FILES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".localized"})
_JUNK_ENDINGS = frozenset({".pyc", ".pyo", ".tmp", ".swp"})


class IntakeRefused(Exception):
    """One file or archive cannot be read; `problem` says why, as data."""

    def __init__(self, problem: IntakeProblem) -> None:
        super().__init__(f"{problem.kind}: {problem.path}")
        self.problem = problem


@dataclass(frozen=True)
class FoundFile:
    """One file: its path in the class with `/`, its size in bytes, its own time, and how to read n bytes.

    `read` raises IntakeRefused. `modified` only orders files of one learner: it is no time of submission.
    """

    path: str
    size: int
    modified: datetime
    read: Callable[[int], bytes]

    @property
    def parts(self) -> tuple[str, ...]:
        """The path's components."""
        return tuple(self.path.split("/"))

    @property
    def name(self) -> str:
        """The last component."""
        return self.path.rpartition("/")[2]

    @property
    def ending(self) -> str:
        """The name's ending in lower case, with its dot."""
        return PurePosixPath(self.name).suffix.lower()


@dataclass(frozen=True)
class Listing:
    """All files of a class by path, the name of what holds them, its empty folders, and what was refused.

    `folder` is where they lie on disk, None for an archive. `guessed_encoding` is that of an archive's names, "" where
    nothing had to be guessed.
    """

    root_name: str
    files: tuple[FoundFile, ...]
    empty_folders: tuple[str, ...] = ()
    problems: tuple[IntakeProblem, ...] = ()
    is_archive: bool = False
    folder: Path | None = None
    guessed_encoding: str = ""

    @property
    def tops(self) -> tuple[str, ...]:
        """The distinct first components of all paths, folders and files alike, in order."""
        paths = [file.path for file in self.files] + list(self.empty_folders)
        return tuple(dict.fromkeys(path.partition("/")[0] for path in paths))

    def unwrapped(self) -> Listing | None:
        """Return the listing without the one folder that holds everything, None if there is none."""
        tops = self.tops
        if len(tops) != 1 or any("/" not in file.path for file in self.files) or not self.files:
            return None
        cut = len(tops[0]) + 1
        files = tuple(replace(file, path=file.path[cut:]) for file in self.files)
        folders = tuple(path[cut:] for path in self.empty_folders if len(path) > cut)
        folder = self.folder / tops[0] if self.folder is not None else None
        return replace(
            self, root_name=tops[0], files=files, empty_folders=folders, folder=folder, is_archive=False
        )


def is_junk(path: str) -> bool:
    """Tell whether a path is what systems and editors leave behind rather than anybody's work."""
    *folders, name = path.split("/")
    if any(folder in _JUNK_FOLDERS for folder in folders) or name in _JUNK_FILES:
        return True
    return name.startswith(("._", "~$", ".#")) or PurePosixPath(name).suffix.lower() in _JUNK_ENDINGS


def list_folder(folder: Path) -> Listing:
    """List a folder's files without following links; links and devices are refused and told.

    Raises UsageError where the folder cannot be read or holds more files than a class has.
    """
    files: list[FoundFile] = []
    empty: list[str] = []
    problems: list[IntakeProblem] = []
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError as error:
            if here == folder:
                why = system_reason(error)
                raise UsageError(
                    Text(f"{folder} cannot be read: {why.en}", f"无法读取 {folder}：{why.zh}"),
                    Text("check its permissions", "请检查它的权限"),
                ) from error
            problems.append(
                IntakeProblem(IntakeFault.UNREADABLE, _relative(here, folder), error.strerror or "")
            )
            continue
        kept = [
            entry for entry in entries if not is_junk(_relative(Path(entry.path), folder) + _slash(entry))
        ]
        if not kept and here != folder:
            empty.append(_relative(here, folder))
        for entry in kept:
            path = _relative(Path(entry.path), folder)
            if entry.is_symlink():
                problems.append(IntakeProblem(IntakeFault.LINK, path))
            elif entry.is_dir():
                waiting.append(Path(entry.path))
            elif entry.is_file():
                files.append(_found(entry, path))
            else:
                problems.append(IntakeProblem(IntakeFault.UNREADABLE, path, "no regular file"))
        if len(files) > MAX_FILES:
            raise UsageError(
                Text(f"{folder} holds more than {MAX_FILES} files", f"{folder} 中的文件超过 {MAX_FILES} 个"),
                Text("name the folder of the submissions itself", "请直接指定存放提交的目录"),
            )
    files.sort(key=lambda file: file.path)
    return Listing(folder.resolve().name, tuple(files), tuple(sorted(empty)), tuple(problems), folder=folder)


def _slash(entry: os.DirEntry[str]) -> str:
    # a junk folder is recognised as a folder on the way to something
    return "/x" if entry.is_dir(follow_symlinks=False) else ""


def _relative(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _found(entry: os.DirEntry[str], path: str) -> FoundFile:
    status = entry.stat(follow_symlinks=False)
    full = Path(entry.path)

    def read(limit: int) -> bytes:
        try:
            # O_NOFOLLOW and the second look: the folder may have changed since it was listed
            number = os.open(full, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
            with os.fdopen(number, "rb") as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise IntakeRefused(IntakeProblem(IntakeFault.UNREADABLE, path, "no regular file"))
                return file.read(limit)
        except OSError as error:
            problem = IntakeProblem(IntakeFault.UNREADABLE, path, error.strerror or "")
            raise IntakeRefused(problem) from error

    return FoundFile(path, status.st_size, _file_time(status.st_mtime), read)


def _file_time(seconds: float) -> datetime:
    """A file's own time; one that no calendar has is as old as can be."""
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)

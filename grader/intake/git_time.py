"""When a file of a clone was last committed, asked of git without running or trusting anything that the clone holds.

A clone is its author's: its configuration can name programs, its hooks are programs, and a "partial" one fetches. So
git works in a folder of its own, with settings of ours, and of the clone it is lent the objects alone. The time is what
the author's machine wrote into the commit: a claim, like everything else in there.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from grader.intake.moment import read_moment

_WALL_SECONDS = 10.0
_MEMORY_BYTES = 1024 * 1024 * 1024
_LARGEST_OBJECT = "256m"
_MAX_REF_BYTES = 4096
_MAX_PACKED_REFS_BYTES = 16 * 1024 * 1024
_COMMIT = re.compile(r"[0-9a-f]{40}")
_BRANCH = re.compile(r"ref: (refs/heads/[A-Za-z0-9][A-Za-z0-9_./+-]{0,200})")
_CONFIG = """\
[core]
\trepositoryformatversion = 0
\tbare = true
\tcommitGraph = false
\tmultiPackIndex = false
\thooksPath = /dev/null
[protocol]
\tallow = never
"""


class GitTimes(AbstractContextManager["GitTimes"]):
    """Asks git; `is_there` tells whether this machine has it. Use it once, as a context."""

    def __init__(self, find: Callable[[str], str | None] = shutil.which) -> None:
        """Look for git."""
        self._git = find("git")
        self._stuck: set[Path] = set()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def is_there(self) -> bool:
        """Whether this machine has git."""
        return self._git is not None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove git's folder."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def committed_at(self, clone: Path, path: str) -> datetime | None:
        """The time of the last commit that changed `path` (relative to the clone), None where git tells none."""
        head = _head(clone / ".git")
        objects = clone / ".git" / "objects"
        if (
            self._git is None
            or clone in self._stuck
            or head is None
            or objects.is_symlink()
            or not objects.is_dir()
        ):
            return None
        if "\n" in str(objects.resolve()) or "\0" in path:
            return None
        own = self._own_folder()
        (own / "objects" / "info" / "alternates").write_text(f"{objects.resolve()}\n", encoding="utf-8")
        _lend_shallow(clone / ".git", own)
        command = [
            self._git, "--no-pager", "--literal-pathspecs", "log", "-1", "--no-renames", "--no-mailmap",
            "--no-show-signature", "--format=%cI", head, "--", path,
        ]  # fmt: skip
        try:
            written = _run(command, own)
        except subprocess.TimeoutExpired:
            self._stuck.add(clone)
            return None
        return read_moment(written, UTC) if written else None

    def _own_folder(self) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="addnorm-git-")
            own = Path(self._folder.name)
            for name in ("objects/info", "objects/pack", "refs/heads"):
                (own / name).mkdir(parents=True)
            (own / "HEAD").write_text("ref: refs/heads/none\n", encoding="ascii")
            (own / "config").write_text(_CONFIG, encoding="ascii")
        return Path(self._folder.name)


def _head(git: Path) -> str | None:
    """The commit that HEAD names, read by ourselves: no link, no endless file, no path out of the clone."""
    if git.is_symlink() or not git.is_dir():
        return None
    written = _text(git / "HEAD", _MAX_REF_BYTES).strip()
    if _COMMIT.fullmatch(written):
        return written
    branch = _BRANCH.fullmatch(written)
    if branch is None or ".." in branch[1] or branch[1].endswith("/"):
        return None
    loose = _text(git / branch[1], _MAX_REF_BYTES).strip()
    if _COMMIT.fullmatch(loose):
        return loose
    packed = re.search(
        rf"^([0-9a-f]{{40}}) {re.escape(branch[1])}$",
        _text(git / "packed-refs", _MAX_PACKED_REFS_BYTES),
        re.MULTILINE,
    )
    return packed[1] if packed else None


def _lend_shallow(git: Path, own: Path) -> None:
    """Tell git where a shallow clone ends."""
    lines = _text(git / "shallow", _MAX_PACKED_REFS_BYTES).split()
    if lines and all(_COMMIT.fullmatch(line) for line in lines):
        (own / "shallow").write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    else:
        (own / "shallow").unlink(missing_ok=True)


def _text(path: Path, limit: int) -> str:
    """A regular file's text, "" for anything else and for more than `limit` bytes."""
    with suppress(OSError, ValueError):
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(path, flags), "rb") as file:
            body = file.read(limit + 1)
            return body.decode("ascii", "replace") if len(body) <= limit else ""
    return ""


def _run(command: list[str], own: Path) -> str:
    """What git prints; "" where it fails. Raises TimeoutExpired."""
    environment = {
        "PATH": os.environ.get("PATH", os.defpath), "HOME": str(own), "LC_ALL": "C", "GIT_DIR": str(own),
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOC_LIMIT": _LARGEST_OBJECT,
    }  # fmt: skip
    with subprocess.Popen(
        command, cwd=own, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:  # fmt: skip
        if sys.platform == "linux":
            import resource

            with suppress(ProcessLookupError):
                resource.prlimit(process.pid, resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
        try:
            written, _ = process.communicate(timeout=_WALL_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return written.decode("ascii", "replace").strip() if process.returncode == 0 else ""

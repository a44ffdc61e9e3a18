"""The files that belong to the project: tracked by git, or new and not ignored."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.conftest import require


def tracked_files(root: Path) -> list[Path]:
    """List the project's files, or skip the test where the project is not a git clone."""
    command = [
        "git",
        "-c",
        f"safe.directory={root}",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    require("git clone", (root / ".git").exists(), "the project was unpacked from an archive")
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    paths = (root / name for name in listed.split("\0") if name)
    return sorted(path for path in paths if path.is_file() and not path.is_symlink())

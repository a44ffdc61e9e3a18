"""A fresh environment outside the clone: the installed grader alone, with the libraries of this environment
beside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

from tests.cli.commands import Outcome


@dataclass(frozen=True)
class Environment:
    """A virtual environment into which a wheel was installed."""

    folder: Path

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    @classmethod
    def with_wheel(cls, folder: Path, wheel: Path) -> Environment:
        """Make the environment and install the wheel by pip; torch and the others are this environment's own."""
        venv.create(folder, with_pip=False)
        made = cls(folder)
        site = made._site()
        # A folder named in a .pth is searched, but its own .pth files are not read: the clone stays unknown.
        (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
        command = [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(made.python),
            "install",
            "--quiet",
            "--no-deps",
        ]
        subprocess.run([*command, "--no-index", str(wheel)], check=True, timeout=120)
        return made

    def _site(self) -> Path:
        code = "import sysconfig; print(sysconfig.get_path('purelib'))"
        return Path(subprocess.check_output([self.python, "-c", code], text=True).strip())

    def run(self, *arguments: str | Path, cwd: Path) -> Outcome:
        """Run a program of the environment in `cwd`, without anything of the clone in its settings."""
        kept = {n: v for n, v in os.environ.items() if not n.startswith(("GRADE_", "PYTHON", "VIRTUAL_ENV"))}
        done = subprocess.run(
            [self.folder / "bin" / str(arguments[0]), *map(str, arguments[1:])],
            cwd=cwd,
            env=kept | {"GRADE_DB": str(self.folder / "scores.db"), "GRADE_LEARNER": "ada"},
            capture_output=True,
            text=True,
            timeout=300,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

"""What a module may cost to import, beyond the layers that import-linter checks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# A command that needs no torch must not wait seconds for it.
TORCH_FREE = ("domain", "catalog", "intake", "quiz", "store", "reports", "cli")

IMPORTS = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
    if "torch" in sys.modules:
        sys.exit(f"importing {name} imports torch")
"""


def _modules_of(root: Path, package: str) -> list[str]:
    """List the modules of a package; migration scripts run only inside Alembic."""
    paths = (path.relative_to(root) for path in sorted((root / "grader" / package).rglob("*.py")))
    dotted = (".".join(path.with_suffix("").parts) for path in paths if "migrations" not in path.parts)
    return [name.removesuffix(".__init__") for name in dotted if not name.endswith("__main__")]


@pytest.mark.parametrize("package", TORCH_FREE)
def test_importing_a_torch_free_package_imports_no_torch(root: Path, package: str) -> None:
    """No module of a package that torch-free commands use imports torch while it is imported."""
    modules = _modules_of(root, package)
    assert modules, f"grader/{package} has no modules"
    command = [sys.executable, "-c", IMPORTS, *modules]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr

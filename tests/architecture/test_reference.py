"""`reference/` holds the answers: nobody gets at them by an import."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

DOOR = "grader.authoring"

IMPORTS = """
import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError:
        continue
    sys.exit(f"{name} was imported")
"""


def _files_of(reference: Path) -> list[str]:
    """Name every module below `reference`, dotted, without the folder's own name."""
    paths = [path.relative_to(reference).with_suffix("") for path in sorted(reference.rglob("*.py"))]
    return [".".join(path.parts) for path in paths if path.name != "__init__"]


def _run_imports(names: list[str], folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *flags, "-c", IMPORTS, *names]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def _imported(source: str) -> set[str]:
    """The modules of the grader that a source imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
    return {name for name in found if name.split(".")[0] == "grader"}


def test_the_answers_use_the_public_door_alone(root: Path) -> None:
    """Of the grader a file of `reference/` imports `grader.authoring` and nothing else."""
    files = sorted((root / "reference").rglob("*.py"))
    found = {path.relative_to(root): _imported(path.read_text(encoding="utf-8")) for path in files}
    assert DOOR in set().union(*found.values())
    assert {str(path): names for path, names in found.items() if names - {DOOR}} == {}


def test_every_import_is_seen() -> None:
    """Each way of importing another module of the grader is found by the test above."""
    ways = (
        "import grader.judge.grade",
        "def f():\n    from grader.domain import case",
        "from grader import judge",
    )
    assert [_imported(way) for way in ways] == [{"grader.judge.grade"}, {"grader.domain"}, {"grader"}]


@pytest.mark.parametrize("place", [".", "grader", "tests", "exercises", "reference", "elsewhere"])
@pytest.mark.parametrize("isolated", [False, True], ids=["plain", "isolated"])
def test_reference_cannot_be_imported(root: Path, tmp_path: Path, place: str, isolated: bool) -> None:
    """Whatever the current folder is, nothing imports `reference` or a module or folder below it."""
    files = _files_of(root / "reference")
    assert files, "reference/ has no modules: this test would prove nothing"
    names = ["reference", *(f"reference.{name}" for name in files)]
    # Inside reference/ Python finds the answers as files of its own folder, as any reader does.
    names += [] if place == "reference" and not isolated else files
    run = _run_imports(
        names, tmp_path if place == "elsewhere" else root / place, *(["-I"] if isolated else [])
    )
    assert run.returncode == 0, run.stderr


def test_an_importable_answer_would_be_seen(tmp_path: Path) -> None:
    """Without its guard the folder is a namespace package, and the probe of the test above says so."""
    folder = tmp_path / "reference" / "ex01_name"
    folder.mkdir(parents=True)
    (folder / "solution.py").write_text("ANSWER = 42\n")
    run = _run_imports(["reference.ex01_name.solution"], tmp_path)
    assert run.stderr.strip() == "reference.ex01_name.solution was imported"


def test_the_editable_install_exposes_nothing_but_grader(root: Path, tmp_path: Path) -> None:
    """The project's folder is not on sys.path, so that neighbours of `grader` are no top-level modules."""
    code = "import grader, sys; print(*sys.path, sep='\\n')"
    run = subprocess.run(
        [sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert str(root) not in run.stdout.splitlines()


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Build the wheel from a copy of what the project ships, and list the names in it."""
    target = tmp_path_factory.mktemp("wheel")
    copy = target / "copy"
    copy.mkdir()
    for name in (
        "pyproject.toml",
        "setup.py",
        "MANIFEST.in",
        "README.md",
        "LICENSE",
        "grader",
        "exercises",
        "quizzes",
    ):
        _copy(root / name, copy / name)
    _copy(root / "reference", copy / "reference")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(target),
        ".",
    ]
    run = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    with zipfile.ZipFile(next(target.glob("*.whl"))) as archive:
        return archive.namelist()


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def test_the_wheel_holds_no_answers(wheel: list[str]) -> None:
    """No file of reference/ or tests/ is in the wheel, and nothing in it is importable but `grader`."""
    tops = {name.split("/")[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"grader"}
    assert not [name for name in wheel if "reference/" in name or Path(name).name == "solution.py"]


def test_the_wheel_holds_the_course(root: Path, wheel: list[str]) -> None:
    """Every public file of exercises/ and quizzes/ is in the wheel, as data below `grader/course/`."""
    expected = {
        f"grader/course/{path.relative_to(root).as_posix()}"
        for folder in ("exercises", "quizzes")
        for path in (root / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert expected - set(wheel) == set()

"""A platform's autograder: built, unpacked as the platform does, and run on submissions as its container
would.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import grade
from tests.conftest import ROOT

WRONG = ROOT / "examples" / "wrong_feed_forward.py"
ENVIRONMENT = {
    "CLASSROOM": "transformers",
    "ASSIGNMENT": "ffn",
    "ASSIGNMENT_TYPE": "individual",
    "OWNER": "李雷",
    "SUBMISSION_TAG": "submit/1",
    "COMMIT_URL": "https://example.org/c",
    "RELEASE_URL": "https://example.org/r",
    "REVIEW_URL": "https://example.org/v",
}


def _unpacked(tmp_path: Path, form: str, *exercises: str) -> Path:
    kit, folder = tmp_path / "kit.zip", tmp_path / "autograder" / "source"
    chosen = [word for number in exercises for word in ("--exercise", number)]
    done = grade("kit", "-o", kit, "--format", form, *chosen)
    assert done.code == 0, done.err
    with zipfile.ZipFile(kit) as archive:
        archive.extractall(folder)
        for info in archive.infolist():
            if mode := info.external_attr >> 16:
                (folder / info.filename).chmod(mode)
    return folder


def _run(folder: Path, **more: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GRADE_")}
    environment |= {"AUTOGRADER_ROOT": str(folder.parent), "AUTOGRADER_PYTHON": sys.executable}
    environment |= {name: str(value) for name, value in more.items()}
    return subprocess.run(
        [folder / "run_autograder"],
        env=environment,
        cwd=folder.parent,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def gradescope(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Gradescope's autograder of exercises 1 and 3, unpacked where the platform puts it."""
    return _unpacked(tmp_path_factory.mktemp("gradescope"), "gradescope", "3", "1")


def _results(folder: Path, files: dict[str, bytes]) -> dict[str, Any]:
    submission = folder.parent / "submission"
    submission.mkdir(exist_ok=True)
    for old in submission.iterdir():
        old.unlink()
    for name, content in files.items():
        (submission / name).write_bytes(content)
    done = _run(folder)
    assert done.returncode == 0, done.stderr
    found = json.loads((folder.parent / "results" / "results.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def test_the_zip_holds_what_is_needed_and_no_more(gradescope: Path) -> None:
    """The scripts are at the root and executable; of the references only the chosen ones are there,
    without alternatives.
    """
    assert {path.name for path in gradescope.iterdir()} == {
        "setup.sh",
        "run_autograder",
        "requirements.txt",
        "grader",
        "course",
    }
    assert all(os.access(gradescope / name, os.X_OK) for name in ("setup.sh", "run_autograder"))
    references = {path.name for path in (gradescope / "course" / "reference").iterdir()}
    assert references == {"ex01_manual_layer_norm", "ex03_feed_forward"}
    with zipfile.ZipFile(
        gradescope.parents[1] / "kit.zip"
    ) as archive:  # a run leaves compiled files in the folder
        parts = {part for name in archive.namelist() for part in Path(name).parts}
    assert not parts & {"alternatives", "unlisted", "__pycache__"}
    assert "torch==" in (gradescope / "requirements.txt").read_text()


def test_the_scripts_are_shell(gradescope: Path) -> None:
    """bash reads both scripts without a complaint."""
    for name in ("setup.sh", "run_autograder"):
        subprocess.run(["bash", "-n", gradescope / name], check=True)


def test_gradescope_gets_scores_and_words(gradescope: Path) -> None:
    """One test a check, sums that agree, the misconception in words; nothing of a hidden case but its
    sentence.
    """
    found = _results(gradescope, {"my_solution.py": WRONG.read_bytes()})
    assert sum(test["max_score"] for test in found["tests"]) == pytest.approx(20.0)
    assert found["score"] == pytest.approx(sum(test["score"] for test in found["tests"]))
    assert 0 < found["score"] < 10
    assert "the activation between the two linear layers is missing" in found["output"]
    assert {test["status"] for test in found["tests"]} == {"passed", "failed"}
    graded = {each["exercise"]: each for each in found["extra_data"]["exercises"]}
    assert graded["ex03_feed_forward"]["misconceptions"] == ["ffn-no-activation"]
    assert graded["ex01_manual_layer_norm"]["verdict"] == "invalid_submission"


def test_nothing_readable_is_zero_with_a_reason(gradescope: Path) -> None:
    """A folder without a source has 0 points, one failed test an exercise, and says what was found."""
    found = _results(gradescope, {"report.pdf": b"%PDF"})
    assert (found["score"], len(found["tests"])) == (0, 2)
    assert "report.pdf" in found["output"]


def test_our_own_fault_writes_no_score(gradescope: Path, tmp_path: Path) -> None:
    """A broken reference leaves no result file: the platform says that the autograder failed."""
    import shutil

    folder = tmp_path / "autograder" / "source"
    shutil.copytree(gradescope, folder)
    (folder / "course" / "reference" / "ex03_feed_forward" / "cases.py").write_text("1 / 0\n")
    (folder.parent / "submission").mkdir()
    shutil.copy(WRONG, folder.parent / "submission")
    done = _run(folder)
    assert done.returncode != 0
    assert "this is the grader's fault" in done.stderr
    assert not (folder.parent / "results").exists()


def test_wrong_words_end_in_a_sentence_of_the_containers_language(tmp_path: Path) -> None:
    """An exercise that the course does not have is told in the language of the answers, without a traceback."""
    words = ["gradescope", ROOT, tmp_path, tmp_path / "results.json", "zh", "none", "99"]
    done = subprocess.run(
        [sys.executable, "-m", "grader.cli.autograde", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr.startswith("没有练习 99\n")
    assert "Traceback" not in done.stderr


def test_classroom50_gets_whole_numbers(tmp_path: Path) -> None:
    """`result.json` has the schema's keys and no other, whole numbers in hundredths, and the environment's
    words.
    """
    folder = _unpacked(tmp_path, "classroom50", "3")
    work = tmp_path / "work"
    work.mkdir()
    (work / "ex03_feed_forward.py").write_bytes(WRONG.read_bytes())
    done = _run(folder, **ENVIRONMENT, SUBMISSION_DIR=work, RESULT_FILE=work / "result.json")
    assert done.returncode == 0, done.stderr
    found = json.loads((work / "result.json").read_text(encoding="utf-8"))
    assert set(found) == {
        *("schema", "classroom", "assignment", "assignment_type", "owner", "submission", "commit", "release"),
        *("review", "datetime", "score", "max-score", "tests"),
    }
    assert (found["schema"], found["owner"], found["submission"]) == (
        "classroom50/result/v1",
        "李雷",
        "submit/1",
    )
    assert found["max-score"] == 1000 == sum(test["max-score"] for test in found["tests"])
    assert found["score"] == sum(test["score"] for test in found["tests"])
    assert all(set(test) == {"test-name", "passed", "score", "max-score"} for test in found["tests"])
    assert all(type(test["score"]) is int for test in found["tests"])


def test_a_kit_of_nothing_gradable_is_usage(tmp_path: Path) -> None:
    """A course without references, and a file that is there already, are refused."""
    (tmp_path / "there.zip").write_bytes(b"")
    done = grade("kit", "-o", tmp_path / "there.zip", "--format", "gradescope", "--exercise", "3")
    assert (done.code, "exists already" in done.err) == (2, True)
    assert (tmp_path / "there.zip").read_bytes() == b""

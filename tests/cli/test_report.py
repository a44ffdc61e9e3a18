"""`grade report` and `grade similar` as instructors run them."""

from __future__ import annotations

import csv
import io
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import Outcome, grade, the_object
from tests.conftest import ROOT
from tests.reports.made_class import RUN, make_class
from tests.reports.test_score_files import JSON_SCHEMA

PEOPLE = 24


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a small class."""
    path = tmp_path_factory.mktemp("report") / "scores.db"
    make_class(f"sqlite:///{path}", PEOPLE)
    return path


def report(db: Path, *arguments: str | Path) -> Outcome:
    """Run `grade report` on that database."""
    return grade("report", "--db", db, *arguments)


def test_csv_goes_to_standard_output(db: Path) -> None:
    """Without -o the table is all that stands on standard output, a row a person."""
    done = report(db, "--format", "csv", "--run", RUN[:4])
    assert (done.code, done.err) == (0, "")
    rows = list(csv.reader(io.StringIO(done.out.removeprefix("\ufeff"))))
    assert len(rows) == PEOPLE + 1


def test_json_has_its_schema(db: Path) -> None:
    """--format json prints one object that validates."""
    import jsonschema

    done = report(db, "--format", "json")
    jsonschema.validate(json.loads(done.out), JSON_SCHEMA)


def test_json_is_an_option_as_everywhere(db: Path) -> None:
    """--json is the form json."""
    assert the_object(report(db, "--json").out, "addnorm.report/1")["learners"]


def test_html_to_a_folder_is_a_page_for_the_class_and_one_a_person(db: Path, tmp_path: Path) -> None:
    """A folder gets index.html and everybody's own page, in the language that was asked for."""
    done = report(db, "-o", tmp_path / "pages", "--lang", "zh")
    assert done.code == 0
    assert f"{PEOPLE + 1}" in done.err
    assert len(list((tmp_path / "pages" / "learners").glob("*.html"))) == PEOPLE
    assert "谁需要帮助" in (tmp_path / "pages" / "index.html").read_text("utf-8")


def test_a_file_is_whole_and_for_its_owner_alone(db: Path, tmp_path: Path) -> None:
    """A report's file can be read by its owner only, and nothing half-written lies beside it."""
    done = report(db, "--format", "xlsx", "-o", tmp_path / "scores.xlsx")
    assert done.code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["scores.xlsx"]
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "scores.xlsx").stat().st_mode) == 0o600


def test_one_persons_report(db: Path) -> None:
    """--learner takes a key and gives that person's page or platform file alone."""
    page = report(db, "--learner", "1007")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page.out
    plain = json.loads(report(db, "--format", "gradescope", "--learner", "1002").out)
    assert {"score", "tests", "output", "visibility", "stdout_visibility"} <= plain.keys()
    assert all(0 <= test["score"] <= test["max_score"] for test in plain["tests"])
    result = json.loads(report(db, "--format", "classroom50", "--learner", "1002").out)
    assert result["schema"] == "classroom50/result/v1"
    assert 0 <= result["score"] <= result["max-score"]
    assert report(db, "--learner", "nobody").code == 2


def test_a_files_a_person_form_wants_a_folder(db: Path, tmp_path: Path) -> None:
    """Gradescope's and Classroom 50's files come one a person, in folders of harmless names."""
    assert report(db, "--format", "gradescope").code == 2
    assert report(db, "--format", "classroom50", "-o", tmp_path / "c50").code == 0
    assert len(list((tmp_path / "c50").glob("*/result.json"))) == PEOPLE


def test_fill_writes_grades_and_tells_who_is_missing(db: Path, tmp_path: Path) -> None:
    """The exported file comes back with the grades in it; who is not in it is told on standard error."""
    table = csv.DictReader(io.StringIO(report(db, "--format", "csv").out.removeprefix("\ufeff")))
    somebody = next(row for row in table if row["ex03_feed_forward"])
    head = "Student,ID,SIS User ID,SIS Login ID,Section,FeedForward (5)\r\n"
    exported = tmp_path / "canvas.csv"
    exported.write_bytes(f"{head}X,{somebody['learner']},a,b,c,\r\nY,77,a,b,c,8\r\n".encode())
    done = report(db, "--format", "canvas", "--fill", exported, "-o", tmp_path / "filled.csv")
    assert done.code == 0
    assert "not in the file" in done.err
    assert "without scores here, by row: 3" in done.err
    rows = list(csv.reader(io.StringIO((tmp_path / "filled.csv").read_text("utf-8"))))
    assert rows[2][5] == "8"
    assert rows[1][5] == somebody["ex03_feed_forward"]
    assert exported.read_bytes().endswith(b"c,8\r\n")
    words = ("--format", "canvas", "--fill", exported, "--json")
    found = the_object(report(db, *words, "-o", tmp_path / "again.csv").out, "addnorm.filled/1")
    assert (found["targets"], found["cells"], found["rows_without_scores"]) == (
        {"FeedForward (5)": 3},
        1,
        [3],
    )
    assert len(found["not_in_file"]) == PEOPLE - 1
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "filled.csv").read_bytes()
    assert report(db, *words).code == 2


def test_a_bad_policy_is_the_users_fault(db: Path, tmp_path: Path) -> None:
    """A policy file with faults is wrong usage, told with the file and the place, and not the grader's fault."""
    policy = tmp_path / "policy.toml"
    policy.write_text("counts = 'worst'\n")
    done = report(db, "--format", "csv", "--policy", policy)
    assert (done.code, done.out) == (2, "")
    assert "policy.toml: counts" in done.err
    assert "fault" not in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--run", "nothing"), "there is no run"),
        (("--format", "csv", "--fill", "x.csv"), "--fill goes with"),
        (("--format", "canvas", "--fill", "missing.csv"), "missing.csv cannot be read"),
        (("--format", "canvas", "--anonymous"), "ids"),
        (("--column", "3=X"), "--fill"),
        (("--format", "csv", "-o", "folder"), "is one file"),
        (("--format", "junit", "--learner", "1002"), "whole class"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_cannot_be_done_is_told(db: Path, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    """A wish that makes no sense ends with exit code 2 and words that say why."""
    done = grade("report", "--db", db, *arguments, cwd=tmp_path)
    assert done.code == 2
    assert said in done.err
    assert done.out == ""


def test_an_empty_store_says_what_comes_first(tmp_path: Path) -> None:
    """Without a run, the way to one is told."""
    done = grade("report", "--db", tmp_path / "empty.db")
    assert done.code == 2
    assert "grade class" in done.err


def test_similar_lists_pairs_as_a_hint(db: Path, tmp_path: Path) -> None:
    """Identical and similar sources are listed, always with the words that this is no verdict."""
    pytest.importorskip("copydetect")
    done = grade("similar", "--db", db, "--exercise", "3", "-o", tmp_path / "similar.html")
    assert done.code == 0
    assert "not a verdict" in done.out
    assert "same file" in done.out
    plain = json.loads(grade("similar", "--db", db, "--exercise", "3", "--json", "--anonymous").out)
    assert plain["schema"] == "addnorm.similar/1"
    names = [name for each in plain["same"] for name in each["learners"]]
    assert names
    assert all(name.startswith("P-") for name in names)
    assert "<script>alert" not in (tmp_path / "similar.html").read_text("utf-8")


@pytest.mark.parametrize("form", ["csv", "html"])
def test_reports_do_not_wait_for_torch(db: Path, tmp_path: Path, form: str) -> None:
    """Neither a table nor a page imports torch, which takes longer than both."""
    code = (
        "import sys\nfrom grader.cli.main import run\n"
        f"status = run(['report', '--db', {str(db)!r}, '--format', {form!r}, '-o', {str(tmp_path / 'r.out')!r}])\n"
        "sys.exit(status or 'torch' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=dict(os.environ) | {"GRADE_COURSE": str(ROOT)},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0
    assert (tmp_path / "r.out").stat().st_size > 1000

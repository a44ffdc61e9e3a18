"""Of one learner's several files the one counts that is the solution, and it is said which and why."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.domain.classroom import ChosenBy, Handin
from grader.intake.choice import Candidate, choose
from grader.intake.class_folder import IntakeRules, open_class
from grader.workflows.autograde import read_handins
from tests.intake.samples import EXERCISES, code, notebook, read, write_folder, write_zip

FF = code("FeedForward")
OLD = code("FeedForward", "Older")
HELPERS = {
    "train.py": b"from model import FeedForward\nnet = FeedForward(8, 16)\n",
    "test_ex03.py": b"from model import *\n\ndef test_it():\n    FeedForward(8, 16)\n",
    "ex03_run.py": b"import model\nprint(model.FeedForward)\n",
    "main.ipynb": notebook(b"from model import FeedForward\n", b"FeedForward(1, 2)\n"),
    "__init__.py": b"from .model import FeedForward\n",
    "setup.py": b"'class FeedForward:'\n",
}
T = 1_700_000_000


def one(
    tmp_path: Path, files: dict[str, bytes], times: Sequence[int] = (), wanted: tuple[int, ...] = (3,),
    prefer: tuple[str, ...] = (),
) -> Handin:  # fmt: skip
    """What anna's files come to; `times` are the files' own, in seconds after a moment."""
    path = write_folder(tmp_path / "class", {f"anna/{name}": body for name, body in files.items()})
    for place, name in enumerate(files):
        at = T + (times[place] if times else 0)
        os.utime(path / "anna" / name, (at, at))
    (handin,) = read(open_class(path, EXERCISES, wanted, rules=IntakeRules(prefer=prefer)))["anna"]
    return handin


@pytest.mark.parametrize("helper", list(HELPERS))
@pytest.mark.parametrize("newer", [-5000, 0, 5000])
@pytest.mark.parametrize("wanted", [(), (3,)])
def test_a_helper_never_displaces_the_solution(
    tmp_path: Path, helper: str, newer: int, wanted: tuple[int, ...]
) -> None:
    """Whatever a helper is called and however new it is, the file that defines the entry counts."""
    handin = one(tmp_path, {"model.py": FF, helper: HELPERS[helper]}, (0, newer), wanted)
    assert handin.file_name == "anna/model.py"
    if handin.choice.kept:
        assert handin.choice.by is ChosenBy.DEFINES
        assert handin.choice.kept == (f"anna/{helper}",)


@pytest.mark.parametrize("helper", list(HELPERS))
def test_nor_in_a_platforms_container(tmp_path: Path, helper: str) -> None:
    """The autograder of a platform takes the same file as a class run."""
    folder = write_folder(tmp_path / "submission", {"model.py": FF, helper: HELPERS[helper]})
    os.utime(folder / helper, (T + 5000, T + 5000))
    (handin,) = (each for each in read_handins(folder, EXERCISES, (3,)) if 3 in each.exercises)
    assert handin.file_name == "model.py"


@pytest.mark.parametrize("helper", ["train.py", "main.ipynb"])
def test_nor_in_an_archive(tmp_path: Path, helper: str) -> None:
    """In a learner's zip the file that defines the entry counts as well."""
    body = write_zip(
        tmp_path / "work.zip", {"src/model.py": FF, f"src/{helper}": HELPERS[helper]}
    ).read_bytes()
    assert one(tmp_path, {"work.zip": body}).file_name == "anna/work.zip/src/model.py"


def test_a_lone_helper_is_graded_to_be_told_what_is_missing(tmp_path: Path) -> None:
    """Where nothing defines the entry, the file that there is counts."""
    assert one(tmp_path, {"train.py": HELPERS["train.py"]}).file_name == "anna/train.py"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("ex03_new.py", "ex03_old.py"),
        ("ex03.py", "ex03_backup.py"),
        ("ex03.py", "ex03 copy.py"),
        ("ex03_v10.py", "ex03_v9.py"),
        ("ex03_final.py", "ex03.py"),
        ("ex03 (2).py", "ex03 (1).py"),
        ("ex03.py", "attempts/ex03.py"),
        ("ex03_feed_forward.py", "scratch.py"),
        ("练习3_最终.py", "练习3_旧.py"),
    ],
)
@pytest.mark.parametrize("seconds", [0, 20])
def test_at_equal_times_names_decide(tmp_path: Path, better: str, worse: str, seconds: int) -> None:
    """Times that say nothing, as after unpacking or cloning, leave it to the names; both orders come to the same."""
    for place, files in enumerate(({better: FF, worse: OLD}, {worse: OLD, better: FF})):
        handin = one(tmp_path / str(place), files, (0, seconds))
        assert (handin.file_name, handin.choice.by) == (f"anna/{better}", ChosenBy.NAME)


def test_a_newer_file_counts_whatever_its_name(tmp_path: Path) -> None:
    """Where the times differ by more than a minute, the newest counts."""
    handin = one(tmp_path, {"ex03_old.py": FF, "ex03_final.py": OLD}, (600, 0))
    assert (handin.file_name, handin.choice.by) == ("anna/ex03_old.py", ChosenBy.NEWEST)


@pytest.mark.parametrize(
    ("pattern", "counts"),
    [
        ("train.py", "train.py"),
        ("*/train.py", "train.py"),
        ("anna/tr*.py", "train.py"),
        ("TRAIN.PY", "train.py"),
        ("bob/*", "model.py"),
        ("*.py", "model.py"),
    ],
)
def test_staff_can_choose(tmp_path: Path, pattern: str, counts: str) -> None:
    """A pattern that matches some of a learner's files decides; one that matches none or all does not."""
    handin = one(tmp_path, {"model.py": FF, "train.py": HELPERS["train.py"]}, prefer=(pattern,))
    assert handin.file_name == f"anna/{counts}"
    assert (handin.choice.by is ChosenBy.PREFERRED) is (counts == "train.py")


def test_a_pattern_that_decided_nothing_is_told(tmp_path: Path) -> None:
    """A mistyped pattern is not passed over in silence."""
    path = write_folder(tmp_path / "class", {"anna/model.py": FF, "anna/train.py": HELPERS["train.py"]})
    folder = open_class(path, EXERCISES, (3,), rules=IntakeRules(prefer=("modle.py",)))
    read(folder)
    assert [remark.subject for remark in folder.notes.all_remarks()] == ["modle.py"]


def test_each_exercise_has_its_own_choice(tmp_path: Path) -> None:
    """A file may count for one exercise and be passed over for another."""
    path = write_folder(
        tmp_path / "class", {"anna/all.py": code("LayerNorm", "FeedForward"), "anna/ex03.py": FF}
    )
    os.utime(path / "anna" / "all.py", (T, T))
    found = {handin.exercises: handin for handin in read(open_class(path, EXERCISES))["anna"]}
    assert (found[2,].file_name, found[3,].file_name) == ("anna/all.py", "anna/ex03.py")
    assert found[2,].choice.kept == ()


@pytest.mark.parametrize(
    ("name", "body"),
    [("ex03.zip", b"no archive"), ("work.zip", b""), ("ex03.ipynb", b" " * (5 * 1024 * 1024))],
)
def test_what_cannot_be_read_takes_nobodys_place(tmp_path: Path, name: str, body: bytes) -> None:
    """Where one exercise is graded, a newer file that cannot be read is named beside the one that counts."""
    handin = one(tmp_path, {"ex03.py": FF, name: body}, (0, 600))
    assert handin.submission is not None
    assert (handin.file_name, handin.choice.kept) == ("anna/ex03.py", (f"anna/{name}",))


CANDIDATES = st.lists(
    st.builds(
        Candidate,
        path=st.text("abz/_. 0123", min_size=1, max_size=8),
        inner=st.text("abz/_. 0123", min_size=1, max_size=8),
        attempt=st.tuples(st.just(datetime(2026, 1, 1, tzinfo=UTC)), st.integers(0, 2)),
        modified=st.integers(0, 300).map(lambda s: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=s)),
        defines=st.booleans(),
        named=st.booleans(),
    ),
    min_size=2,
    max_size=6,
    unique_by=lambda candidate: candidate.path,
)


@given(CANDIDATES, st.randoms())
def test_the_choice_does_not_depend_on_the_order(candidates: list[Candidate], drawn: object) -> None:
    """However files are listed, one of equal rank counts; one that defines the entry never loses to one that does not."""
    best, _ = choose(candidates, ())
    other, _ = choose(candidates[::-1], ())
    key = (best.defines, best.attempt, best.inner.rpartition("/")[2])
    if best != other:
        assert (
            key == (other.defines, other.attempt, other.inner.rpartition("/")[2])
            or best.modified == other.modified
        )
    assert best.defines or not any(each.defines for each in candidates)

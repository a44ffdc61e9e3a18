"""The use case `grade class` from the folder to what it says, with an engine of the test's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.classrun.engine import Answer, Task
from grader.classrun.people import PeopleFiles
from grader.cli.class_words import outcome_json, outcome_lines
from grader.cli.settings import Settings
from grader.domain.record import ClassResult
from grader.domain.result import GradeResult
from grader.domain.text import Language
from grader.domain.verdict import Confinement, Verdict
from grader.store.store import open_store
from grader.workflows import grade_class as use_case
from grader.workflows.grade_class import ClassOutcome, ClassRequest, grade_class
from tests.classrun.small import FAULT, OwnEngine
from tests.conftest import ROOT

NOW = datetime(2026, 12, 1, tzinfo=UTC)
BAD = b"# makes the judge fail"


class NobodyWatches:
    """A watcher that counts what it is told."""

    def __init__(self) -> None:
        self.told: list[Verdict] = []

    def begin(self, learners: int) -> None:
        """So many."""

    def add(self, verdict: Verdict, learners_read: int, unchanged: int) -> None:
        """One more."""
        self.told.append(verdict)

    def end(self) -> None:
        """All."""


def by_length(task: Task) -> Answer:
    """An honest grade: the source's length."""
    score = float(len(task.submission.source) % 11)
    verdict = Verdict.ACCEPTED if score >= 8 else Verdict.WRONG_ANSWER
    return Answer(
        GradeResult(
            task.exercise, "ex03_feed_forward", verdict, score, 10.0, 7, Confinement.FULL, (), (),
            task.submission.digest, "c", "0", 0.1,
        )
    )  # fmt: skip


def failing(task: Task) -> Answer:
    """The same, and a fault of ours over what makes the judge fail."""
    return FAULT if BAD in task.submission.source else by_length(task)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ClassOutcome]:
    """Grade the folder `class` for exercise 3; nothing of torch is started."""
    monkeypatch.setattr(use_case, "_launch", lambda request: [])

    def grade(answer: Callable[[Task], Answer] = by_length, **changes: Any) -> ClassOutcome:
        monkeypatch.setattr(use_case, "_engine", lambda *_: OwnEngine(answer))
        asked: dict[str, Any] = {
            "course": ROOT, "database_url": f"sqlite:///{tmp_path / 's.db'}", "path": tmp_path / "class",
            "exercises": ("3",), "form": None, "people": PeopleFiles(), "jobs": 1, "seed": 7, "again": False,
            "unconfined": True, "engine": "local", "scheduler": None,
        }  # fmt: skip
        return grade_class(ClassRequest(**{**asked, **changes}), NobodyWatches(), lambda: NOW)

    return grade


def hand_in(tmp_path: Path, learner: str, source: bytes, name: str = "ex03.py") -> None:
    """Put a file into somebody's folder."""
    folder = tmp_path / "class" / learner
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(source)


def result_of(tmp_path: Path, learner: str) -> ClassResult:
    """What is kept of somebody in the newest run."""
    with open_store(f"sqlite:///{tmp_path / 's.db'}") as store:
        newest = store.classes.newest_run()
        assert newest is not None
        found = store.classes.result(newest.id, learner, "ex03_feed_forward")
    assert found is not None
    return found


def words(outcome: ClassOutcome, language: Language = Language.EN) -> str:
    """What the command prints."""
    settings = Settings(ROOT, language, None)
    return "\n".join(line.text for line in outcome_lines(outcome, settings))


def test_a_run_with_faults_ends_well_and_lists_them(tmp_path: Path, run: Callable[..., ClassOutcome]) -> None:
    """Twelve people whose work we cannot judge are listed with the reason; everybody else is graded."""
    for number in range(12):
        hand_in(tmp_path, f"bad{number:02}", BAD + b"%d" % number)
    hand_in(tmp_path, "good", b"x = 1  # 10")
    outcome = run(failing)
    assert not outcome.interrupted
    assert outcome.in_all == {Verdict.INTERNAL_ERROR: 12, Verdict.WRONG_ANSWER: 1}
    assert {each.learner for each in outcome.open_results} == {f"bad{number:02}" for number in range(12)}
    text = words(outcome)
    assert "Not judged, by our own fault (12)" in text
    assert "bad03  exercise 3  KeyError: 1" in text
    assert "12 份" in words(outcome, Language.ZH)
    plain = json.loads(json.dumps(outcome_json(outcome)))
    assert len(plain["open"]) == 12
    again = run()
    assert again.open_results == ()
    assert again.in_all[Verdict.WRONG_ANSWER] + again.in_all.get(Verdict.ACCEPTED, 0) == 13


def test_best_is_best_in_what_the_run_says(tmp_path: Path, run: Callable[..., ClassOutcome]) -> None:
    """A worse hand-in after a 10, and `--again`: the run counts the accepted one, and the change says what counts."""
    policy = tmp_path / "policy.toml"
    policy.write_text('attempts = "best"\n')
    rules = PeopleFiles(policy=policy)
    hand_in(tmp_path, "zoe", b"0123456789")
    run(people=rules)
    hand_in(tmp_path, "zoe", b"0123456")
    outcome = run(people=rules)
    assert outcome.in_all == {Verdict.ACCEPTED: 1}
    assert "10 -> 7  (the source changed; the best attempt counts: 10)" in words(outcome)
    again = run(people=rules, again=True)
    assert (again.in_all, again.changes) == ({Verdict.ACCEPTED: 1}, ())
    assert [each.score for each in result_of(tmp_path, "zoe").attempts] == [10.0]
    assert outcome_json(outcome)["changes"][0]["counts"] == 10.0  # type: ignore[index]


def test_equal_files_keep_their_own_names(tmp_path: Path, run: Callable[..., ClassOutcome]) -> None:
    """Three people with one source, two of them under one name: each file is graded under its own name."""
    graded: list[str] = []

    def naming(task: Task) -> Answer:
        graded.append(task.submission.name)
        return by_length(task)

    hand_in(tmp_path, "ann", b"broken(", "ann_ffn.py")
    hand_in(tmp_path, "bo", b"broken(", "bo_ffn.py")
    hand_in(tmp_path, "cy", b"broken(", "bo_ffn.py")
    outcome = run(naming)
    assert (sorted(graded), outcome.identical) == (["ann_ffn.py", "bo_ffn.py"], 1)
    assert [result_of(tmp_path, key).file_name.rpartition("/")[2] for key in ("ann", "bo", "cy")] == [
        "ann_ffn.py", "bo_ffn.py", "bo_ffn.py",
    ]  # fmt: skip

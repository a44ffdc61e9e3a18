"""`grade override`, `grade extend`, `grade forget`: what staff decide about one person."""

from __future__ import annotations

import json
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.classbook.rules import rules_of
from grader.domain.policy import Basis, LateRule, Policy
from grader.domain.record import ClassResult, ClassRun, Learner
from grader.domain.run_settings import RunSettings
from grader.domain.stored_result import StoredResult
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Verdict
from grader.store.store import open_store
from tests.cli.commands import Outcome, grade, the_object
from tests.store.samples import GRADE

NOW = datetime(2026, 10, 3, 12, tzinfo=UTC)
SOURCE = Submission("ex03.py", SourceKind.PYTHON, "秘密 = 1\n".encode())
DUE = datetime(2026, 10, 1, 12, tzinfo=UTC)
POLICY = Policy(due=DUE, late=LateRule(per_day=0.1), excused=frozenset({("zoe", 9)}))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with one run: two people, one source, two days late."""
    path = tmp_path / "scores.db"
    settings = RunSettings(POLICY, ("zoe", "li"))
    with open_store(f"sqlite:///{path}") as store:
        store.classes.put_learners([Learner("zoe", "Zoë Ž"), Learner("li", "李雷"), Learner("li2", "李雷")])
        store.classes.begin_or_join_run(ClassRun("run1", "c", 7, "d", "1", (3,), settings, NOW), after=None)
        results = [(_result(key), SOURCE) for key in ("zoe", "li")]
        store.classes.record_results("run1", results)
    return path


def _result(learner: str) -> ClassResult:
    return ClassResult(
        learner,
        3,
        "ex03_feed_forward",
        "ex03.py",
        SOURCE.digest,
        7,
        "d",
        Verdict.WRONG_ANSWER,
        6.0,
        10.0,
        StoredResult(GRADE),
        NOW,
        0.1,
        NOW,
    )


def _settled(database: Path, learner: str) -> tuple[Basis, float | None, float | None]:
    with open_store(f"sqlite:///{database}") as store:
        run = store.classes.run("run1")
        assert run is not None
        score = next(each for each in store.class_reading.scores("run1") if each.learner == learner)
        found = rules_of(store, run).settle(score)
    return found.basis, found.score, found.raw


def _grade(database: Path, *arguments: str) -> Outcome:
    return grade(*arguments, "--db", database)


def test_an_override_counts_and_the_raw_score_stays(database: Path) -> None:
    """The override counts in place of the late score, for its person alone, and the raw score is said and
    kept.
    """
    done = _grade(database, "override", "zoe", "3", "--points", "9.5", "--why", "typo in the statement")
    assert (done.code, "raw score: 6" in done.out) == (0, True)
    assert _settled(database, "zoe") == (Basis.OVERRIDDEN, 9.5, 6.0)
    assert _settled(database, "li") == (Basis.COUNTED, 4.0, 6.0)


def test_an_extension_makes_late_work_timely(database: Path) -> None:
    """More time at one exercise, or at all of them, takes the deduction away."""
    assert (
        _grade(database, "extend", "zoe", "3", "--until", "2026-10-04T00:00+00:00", "--why", "ill").code == 0
    )
    assert _grade(database, "extend", "li", "--until", "2026-10-04", "--why", "ill").code == 0
    assert _settled(database, "zoe") == (Basis.COUNTED, 6.0, 6.0)
    assert _settled(database, "li") == (Basis.COUNTED, 6.0, 6.0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("override", "zo", "3", "--points", "1", "--why", "x"), "Did you mean zoe"),
        (("override", "李雷", "3", "--points", "1", "--why", "x"), "li, li2"),
        (("override", "zoe", "3", "--points", "1", "--why", " "), "needs a reason"),
        (("override", "zoe", "3", "--points", "-1", "--why", "x"), "--points"),
        (("extend", "zoe", "--until", "soon", "--why", "x"), "is no time"),
        (("forget", "zoe"), "nothing was deleted"),
        (("forget", "nobody-here", "--yes"), "nobody is known as"),
    ],
)
def test_what_cannot_be_done_is_said(database: Path, arguments: tuple[str, ...], said: str) -> None:
    """Unknown and ambiguous people, missing reasons and wrong values end with exit code 2 and the way out."""
    done = _grade(database, *arguments)
    assert done.code == 2
    assert said in done.err
    assert _settled(database, "zoe") == (Basis.COUNTED, 4.0, 6.0)


def test_forget_leaves_nothing_of_one_person(database: Path, tmp_path: Path) -> None:
    """After `forget` the database's bytes hold no trace of the person; others keep the source that they
    share.
    """
    _grade(database, "override", "zoe", "3", "--points", "9", "--why", "geheim-zoe")
    target = tmp_path / "zoe.json"
    done = _grade(database, "forget", "Zoë Ž", "--yes", "--export", str(target))
    assert done.code == 0, done.err
    exported = json.loads(target.read_text(encoding="utf-8"))
    assert exported["learner"]["name"] == "Zoë Ž"
    assert exported["override"][0]["why"] == "geheim-zoe"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with open_store(f"sqlite:///{database}") as store:
        assert [person.key for person in store.classes.learners()] == ["li", "li2"]
        run = store.classes.run("run1")
        assert run is not None
        assert "zoe" not in repr(run.settings)
    assert _settled(database, "li")[2] == 6.0
    for file in database.parent.glob("scores.db*"):
        content = file.read_bytes()
        assert not any(trace in content for trace in ("Zoë Ž".encode(), b"geheim-zoe")), file


def test_export_only_deletes_nothing(database: Path) -> None:
    """`--export-only` prints the person's data, source and all, and leaves it."""
    done = _grade(database, "forget", "zoe", "--export-only")
    assert json.loads(done.out)["source"][0]["text"] == "秘密 = 1\n"
    assert _settled(database, "zoe")[2] == 6.0


def test_decisions_have_their_json(database: Path, tmp_path: Path) -> None:
    """--json says who, what and why, names no exercise where all are meant, and whether a person was forgotten."""
    because = ("--why", "ill", "--json")
    points = _grade(database, "override", "zoe", "3", "--points", "9.5", *because)
    assert the_object(points.out, "addnorm.override/1") == {
        "schema": "addnorm.override/1",
        "learner": "zoe",
        "exercise": {"number": 3, "id": "ex03_feed_forward"},
        "points": 9.5,
        "raw_score": 6.0,
        "why": "ill",
    }
    time = "2026-10-04T00:00:00+00:00"
    one = the_object(
        _grade(database, "extend", "zoe", "3", "--until", time, *because).out, "addnorm.extend/1"
    )
    every = the_object(_grade(database, "extend", "li", "--until", time, *because).out, "addnorm.extend/1")
    assert (one["learner"], one["exercise"]["number"], one["until"]) == ("zoe", 3, time)
    assert (every["learner"], every["exercise"], every["why"]) == ("li", None, "ill")
    target = tmp_path / "zoe.json"
    wish = ("forget", "zoe", "--export", str(target), "--json")
    kept = the_object(_grade(database, *wish, "--export-only").out, "addnorm.forget/1")
    gone = the_object(_grade(database, "forget", "zoe", "--yes", "--json").out, "addnorm.forget/1")
    assert (kept["forgotten"], kept["export"]) == (False, str(target))
    assert (gone["forgotten"], gone["export"]) == (True, None)
    assert _grade(database, "forget", "zoe", "--yes", "--json").code == 2


@pytest.mark.parametrize(
    "command", [("override", "zoe", "9", "--points", "5"), ("extend", "zoe", "9", "--until", "2026-10-20")]
)
def test_a_decision_on_an_exercise_outside_of_every_run_is_told(
    database: Path, command: tuple[str, ...]
) -> None:
    """It is kept, and staff are told that no report shows it yet; on an exercise of the run nothing is said."""
    outside = _grade(database, *command, "--why", "x")
    assert outside.code == 0, outside.err
    assert "no run of zoe is over exercise 9" in outside.err
    inside = _grade(database, *("3" if word == "9" else word for word in command), "--why", "x")
    assert "note:" not in inside.err

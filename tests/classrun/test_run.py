"""The use case `grade class` with an engine of the test's own: what is asked of the engine, kept, told and
repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.catalog.exercises import load_exercise
from grader.classrun.begin import (
    begin_or_continue,
    check_confinement,
    check_course,
    gradable,
    keep_people,
)
from grader.classrun.changes import Cause
from grader.classrun.pool import Answer, Task
from grader.classrun.run import ClassGrading, Told
from grader.domain.classroom import Handin, IntakeFault, IntakeProblem, RosterPerson, SavedQuiz
from grader.domain.errors import GraderError, UsageError
from grader.domain.mark import QuizSession
from grader.domain.policy import Policy
from grader.domain.record import ClassRun
from grader.domain.result import GradeResult
from grader.domain.run_settings import RunSettings
from grader.domain.submission import SourceKind, Submission
from grader.domain.text import Language
from grader.domain.verdict import Confinement, Verdict
from grader.intake.roster_join import RosterJoin
from grader.quiz.saved import write_saved
from grader.store.store import Store, open_store
from tests.conftest import ROOT

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
EXERCISES = {number: load_exercise(ROOT, number) for number in (1, 3)}


class OwnEngine:
    """Grades by the length of the source, in this process: honest, repeatable, and it remembers what it
    was asked.
    """

    def __init__(self, answer: Callable[[Task], Answer] | None = None) -> None:
        self.answer = answer or (lambda task: Answer(_graded(task)))
        self.asked: list[tuple[int, bytes]] = []

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Answer]]:
        """Answer each task as it comes."""
        for task in tasks:
            self.asked.append((task.exercise, task.submission.source))
            yield task, self.answer(task)

    def close(self) -> None:
        """Nothing to end."""


def _graded(task: Task) -> GradeResult:
    exercise = EXERCISES[task.exercise]
    score = float(len(task.submission.source) % 11)
    verdict = Verdict.ACCEPTED if score >= 8 else Verdict.WRONG_ANSWER
    return GradeResult(
        exercise.number, exercise.id, verdict, score, 10.0, 7, Confinement.FULL, (), (), None,
        task.submission.digest, "", "0", 0.1,
    )  # fmt: skip


def _handin(
    learner: str, source: bytes | None, *numbers: int, problem: IntakeProblem | None = None
) -> Handin:
    submission = Submission("a.py", SourceKind.PYTHON, source) if source is not None else None
    return Handin(learner, learner.title(), numbers or (3,), f"{learner}/a.py", submission, problem)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(f"sqlite:///{tmp_path / 's.db'}") as opened:
        yield opened


def _begin(store: Store, **options: Any) -> ClassRun:
    chosen: dict[str, Any] = {"seed": None, "again": False, "policy": None, "now": NOW, **options}
    return begin_or_continue(store, "class", ROOT, list(EXERCISES.values()), **chosen)


def _grading(store: Store, run: ClassRun, engine: OwnEngine, **more: Any) -> ClassGrading:
    return ClassGrading(store, ROOT, EXERCISES, run, engine, lambda: NOW, **more)


def _grade(
    store: Store, run: ClassRun, *handins: Handin | SavedQuiz, engine: OwnEngine | None = None, **more: Any
) -> list[Told]:
    return list(_grading(store, run, engine or OwnEngine(), **more).grade(iter(handins)))


def test_identical_sources_are_graded_once(store: Store) -> None:
    """Three learners with one source cost one grading, whether read before its end or after, and each has
    a result.
    """
    engine, run = OwnEngine(), _begin(store)
    told = _grade(
        store,
        run,
        _handin("a", b"x"),
        _handin("b", b"x"),
        _handin("c", b"yy"),
        _handin("d", b"x"),
        engine=engine,
    )
    assert engine.asked == [(3, b"x"), (3, b"yy")]
    assert sorted(each.result.learner for each in told) == ["a", "b", "c", "d"]
    assert [store.classes.result(run.id, key, EXERCISES[3].id).score for key in "abd"] == [1.0] * 3  # type: ignore[union-attr]


def test_the_same_source_for_two_exercises_is_two_gradings(store: Store) -> None:
    """A file with several exercises is graded once for each of them."""
    engine = OwnEngine()
    _grade(store, _begin(store), _handin("a", b"x", 1, 3), engine=engine)
    assert engine.asked == [(1, b"x"), (3, b"x")]


def test_a_result_is_kept_before_it_is_told(store: Store, tmp_path: Path) -> None:
    """At each result that is told, a second connection to the database finds it."""
    run = _begin(store)
    with open_store(f"sqlite:///{tmp_path / 's.db'}") as other:
        for told in _grading(store, run, OwnEngine()).grade(iter([_handin("a", b"x"), _handin("b", b"yy")])):
            kept = other.classes.result(run.id, told.result.learner, EXERCISES[3].id)
            assert kept is not None
            assert (kept.score, kept.graded_at) == (told.result.score, NOW)


def test_a_second_run_asks_for_what_changed_alone(store: Store) -> None:
    """The same hand-ins cost nothing; a changed one is graded, and its change told with the cause."""
    run, engine = _begin(store), OwnEngine()
    _grade(store, run, _handin("a", b"x"), _handin("b", b"yy"))
    assert _begin(store) == run
    told = _grade(store, run, _handin("a", b"x"), _handin("b", b"yyyy"), engine=engine)
    assert engine.asked == [(3, b"yyyy")]
    (change,) = [each.change for each in told if each.change is not None]
    assert (change.learner, change.before, change.after, change.causes) == ("b", 2.0, 4.0, (Cause.SOURCE,))


def test_again_repeats_the_seed_and_names_what_did_not_change(store: Store) -> None:
    """`--again` is a new run with the former seed; a score that differs although nothing did is said to."""
    first = _begin(store)
    _grade(store, first, _handin("a", b"x"), _handin("b", b"yy"))
    second = _begin(store, again=True)
    assert second.id != first.id
    assert second.seed == first.seed
    engine = OwnEngine(
        lambda task: Answer(replace(_graded(task), score=5.0 if task.submission.source == b"x" else 2.0))
    )
    told = _grade(store, second, _handin("a", b"x"), _handin("b", b"yy"), engine=engine)
    (change,) = [each.change for each in told if each.change is not None]
    assert (change.learner, change.causes) == ("a", (Cause.NOTHING,))


def test_a_fault_of_ours_is_kept_and_tried_again(store: Store) -> None:
    """A crash is internal_error with its traceback for staff; the next run grades it, and the learner has
    no attempt more.
    """
    run = _begin(store)
    (told,) = _grade(
        store, run, _handin("a", b"x"), engine=OwnEngine(lambda task: Answer(None, "Traceback\nKeyError: 1"))
    )
    assert told.result.verdict is Verdict.INTERNAL_ERROR
    failure = told.result.result.grade.failure
    assert failure is not None
    assert (failure.summary, "Traceback" in failure.traceback) == ("KeyError: 1", True)
    (told,) = _grade(store, run, _handin("a", b"x"))
    assert told.result.verdict is Verdict.WRONG_ANSWER
    assert told.result.attempts == ()


def test_faults_without_end_stop_the_run(store: Store) -> None:
    """When submission after submission fails by our fault, the run stops and says why."""
    handins = [_handin(f"s{n}", b"x" * n) for n in range(1, 60)]
    with pytest.raises(GraderError, match="by our own fault"):
        _grade(store, _begin(store), *handins, engine=OwnEngine(lambda task: Answer(None, "no torch")))


def test_stubs_and_unreadable_ones_need_no_engine(store: Store) -> None:
    """An untouched stub is not attempted, what cannot be read is a result with its reason, what nobody can
    place is listed.
    """
    engine, run = OwnEngine(), _begin(store)
    problem = IntakeProblem(IntakeFault.TOO_LARGE, "b/a.py", "9 MB")
    handins = [
        _handin("a", EXERCISES[3].stub.encode()),
        _handin("b", None, 3, problem=problem),
        Handin("c", "C", (), "c/notes.txt", None, IntakeProblem(IntakeFault.NO_SOURCE, "c/notes.txt")),
    ]
    grading = _grading(store, run, engine)
    told = list(grading.grade(iter(handins)))
    assert engine.asked == []
    verdicts = {each.result.learner: each.result.verdict for each in told}
    assert verdicts == {"a": Verdict.NOT_ATTEMPTED, "b": Verdict.INVALID_SUBMISSION}
    kept = store.classes.result(run.id, "b", EXERCISES[3].id)
    assert kept is not None
    assert kept.result.intake == problem
    assert [each.learner_key for each in grading.unplaced] == ["c"]


def test_a_group_counts_for_each_member(store: Store) -> None:
    """What a group handed in is graded once and kept for every member of the roster."""
    people = (RosterPerson("1", ("1",), "Ada"), RosterPerson("2", ("2",), "Li"))
    join = RosterJoin({"team": people}, (), ())
    engine = OwnEngine()
    told = _grade(store, _begin(store), _handin("team", b"x"), engine=engine, join=join)
    assert len(engine.asked) == 1
    assert sorted(each.result.learner for each in told) == ["1", "2"]


def test_quiz_files_are_marked_and_kept_once(store: Store) -> None:
    """A quiz file belongs to who handed it in, is kept once however often it is read, and a broken one is
    told.
    """
    session = QuizSession("s1", "somebody", "feed-forward", Language.EN, (), (), NOW, (), NOW)
    file = SavedQuiz("zoe", "Zoe", "zoe/quiz.json", write_saved(session).encode())
    broken = SavedQuiz("li", "Li", "li/quiz.json", b'{"schema": "addnorm.quiz_answers/1"}')
    run = _begin(store)
    for _ in range(2):
        grading = _grading(store, run, OwnEngine())
        assert list(grading.grade(iter([file, broken]))) == []
        assert [each.learner for each in grading.quizzes.kept] == ["zoe"]
        assert [path for path, _ in grading.quizzes.refused] == ["li/quiz.json"]
    assert [each.quiz for each in store.quiz_memory.sessions("zoe")] == ["feed-forward"]
    assert store.quiz_memory.sessions("somebody") == ()


def test_graders_that_begin_at_once_share_a_run(store: Store) -> None:
    """A second grader that saw no run joins the one that was begun meanwhile."""
    first = _begin(store)
    fresh = ClassRun("other", "class", 1, "d", "0", (1, 3), RunSettings(), NOW)
    assert store.classes.begin_or_join_run(fresh, after=None) == first
    assert store.classes.begin_or_join_run(fresh, after=first.id) == fresh


def test_a_policy_and_people_stay_with_the_run(store: Store) -> None:
    """A policy given later replaces the former one; people are remembered with the run, those of an
    earlier roster too.
    """
    from grader.domain.record import Learner

    run = _begin(store, policy=Policy(drop=1))
    run = keep_people(store, run, [Learner("a"), Learner("b")])
    run = keep_people(store, run, [Learner("b"), Learner("c")])
    run = _begin(store, policy=Policy(drop=2))
    assert run.settings == RunSettings(Policy(drop=2), ("a", "b", "c"))
    again = _begin(store, again=True)
    assert again.settings == replace(run.settings, again_of=run.id)
    assert _begin(store, seed=12345).settings.again_of is None


def test_no_lock_is_refused(tmp_path: Path) -> None:
    """Below no-opens a class is refused unless --unconfined insists, and the way out is said."""
    with pytest.raises(UsageError) as caught:
        check_confinement(Confinement.NONE, unconfined=False)
    assert "--unconfined" in caught.value.hint.en
    check_confinement(Confinement.NONE, unconfined=True)
    check_confinement(Confinement.NO_OPENS, unconfined=False)


def test_the_course_must_hold_the_answers_and_lie_elsewhere(tmp_path: Path) -> None:
    """A course among the submissions, or one without references, grades nobody."""
    with pytest.raises(UsageError, match="inside the submissions"):
        check_course(tmp_path / "eve", tmp_path)
    with pytest.raises(UsageError, match="no reference solutions"):
        gradable(tmp_path, list(EXERCISES.values()), [])

"""The way of hand-ins through a class run: what is asked of the engine, kept, told and repeated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.classrun.changes import Cause
from grader.classrun.engine import Answer, Task
from grader.classrun.faults import PEOPLE_IN_A_ROW
from grader.domain.classroom import Handin, IntakeFault, IntakeProblem, SavedQuiz
from grader.domain.errors import GraderError
from grader.domain.policy import Counts, Policy
from grader.domain.record import ClassResult, ClassRun
from grader.domain.verdict import Verdict
from grader.store.store import Store, open_store
from tests.classrun.small import EXERCISES, FAULT, NOW, STUB, OwnEngine, begun, grade, graded, grading, handin

BAD = b"BAD"


def kept(store: Store, run: ClassRun, learner: str, number: int = 3) -> ClassResult:
    """The result that is kept of somebody."""
    found = store.classes.result(run.id, learner, EXERCISES[number].id)
    assert found is not None
    return found


def fails_over(*sources: bytes) -> OwnEngine:
    """An engine that fails over every submission that holds one of these, and grades the others."""
    return OwnEngine(
        lambda task: (
            FAULT if any(each in task.submission.source for each in sources) else Answer(graded(task))
        )
    )


def fails_once(source: bytes) -> OwnEngine:
    """An engine that fails over this source the first time."""
    met: list[bytes] = []

    def answer(task: Task) -> Answer:
        met.append(task.submission.source)
        return FAULT if task.submission.source == source and met.count(source) == 1 else Answer(graded(task))

    return OwnEngine(answer)


def test_identical_sources_are_graded_once(store: Store) -> None:
    """Three learners with one source cost one grading, whether read before its end or after, and each has
    a result.
    """
    engine, run = OwnEngine(), begun(store)
    told = grade(
        store, run, handin("a", b"x"), handin("b", b"x"), handin("c", b"yy"), handin("d", b"x"), engine=engine
    )
    assert engine.asked == [(3, b"x"), (3, b"yy")]
    assert sorted(each.result.learner for each in told) == ["a", "b", "c", "d"]
    assert [kept(store, run, key).score for key in "abd"] == [1.0] * 3


def test_an_identical_source_under_another_name_keeps_its_own(store: Store) -> None:
    """Messages carry the file's name, so that one source under two names is graded under each of them."""
    engine, run = OwnEngine(), begun(store)
    grade(
        store, run, handin("a", b"x", file_name="ann.py"), handin("b", b"x", file_name="bo.py"),
        handin("c", b"x", file_name="bo.py"), engine=engine,
    )  # fmt: skip
    assert len(engine.asked) == 2
    names = [kept(store, run, key).file_name for key in "abc"]
    assert names == ["a/ann.py", "b/bo.py", "c/bo.py"]


def test_the_same_source_for_two_exercises_is_two_gradings(store: Store) -> None:
    """A file with several exercises is graded once for each of them."""
    engine = OwnEngine()
    grade(store, begun(store), handin("a", b"x", 1, 3), engine=engine)
    assert engine.asked == [(1, b"x"), (3, b"x")]


def test_a_result_is_kept_before_it_is_told(store: Store, tmp_path: Path) -> None:
    """At each result that is told, a second connection to the database finds it."""
    run = begun(store)
    with open_store(f"sqlite:///{tmp_path / 's.db'}") as other:
        for told in grading(store, run, OwnEngine()).grade(iter([handin("a", b"x"), handin("b", b"yy")])):
            found = kept(other, run, told.result.learner)
            assert (found.score, found.graded_at) == (told.result.score, NOW)


def test_a_second_run_asks_for_what_changed_alone(store: Store) -> None:
    """The same hand-ins cost nothing; a changed one is graded, and its change told with the cause."""
    run, engine = begun(store), OwnEngine()
    grade(store, run, handin("a", b"x"), handin("b", b"yy"))
    told = grade(store, run, handin("a", b"x"), handin("b", b"yyyy"), engine=engine)
    assert engine.asked == [(3, b"yyyy")]
    (change,) = [each.change for each in told if each.change is not None]
    assert (change.learner, change.before, change.after, change.causes) == ("b", 2.0, 4.0, (Cause.SOURCE,))


def test_again_names_what_did_not_change(store: Store) -> None:
    """In a run that repeats another, a score that differs although nothing did is said to."""
    first = begun(store)
    grade(store, first, handin("a", b"x"), handin("b", b"yy"))
    second = begun(store, again_of=first.id)
    engine = OwnEngine(
        lambda task: Answer(replace(graded(task), score=5.0 if task.submission.source == b"x" else 2.0))
    )
    told = grade(store, second, handin("a", b"x"), handin("b", b"yy"), engine=engine)
    (change,) = [each.change for each in told if each.change is not None]
    assert (change.learner, change.causes) == ("a", (Cause.NOTHING,))


def test_the_best_attempt_outlives_a_worse_one_and_a_repetition(store: Store) -> None:
    """Under "best" a score of 10 still counts after a worse hand-in and after `--again`; the change says so."""
    best = Policy(counts=Counts.BEST)
    first = begun(store, policy=best)
    grade(store, first, handin("a", b"x" * 10))
    (told,) = grade(store, first, handin("a", b"x" * 7))
    assert told.change is not None
    assert (told.change.before, told.change.after, told.change.counts) == (10.0, 7.0, 10.0)
    second = begun(store, policy=best, again_of=first.id)
    (told,) = grade(store, second, handin("a", b"x" * 7))
    assert told.change is None
    assert [each.score for each in kept(store, second, "a").attempts] == [10.0]


def test_a_fault_of_ours_is_tried_again_at_the_end(store: Store) -> None:
    """Who failed by our fault is graded when the others are done, with one result, and it is told once."""
    run, engine = begun(store), fails_once(b"x")
    told = grade(store, run, handin("a", b"x"), handin("b", b"yy"), engine=engine)
    assert engine.asked == [(3, b"x"), (3, b"yy"), (3, b"x")]
    assert [(each.result.learner, each.result.verdict) for each in told] == [
        ("b", Verdict.WRONG_ANSWER),
        ("a", Verdict.WRONG_ANSWER),
    ]
    assert kept(store, run, "a").attempts == ()


def test_a_fault_that_stays_is_kept_with_its_submission(store: Store) -> None:
    """It is internal_error with its traceback for staff, and with everybody who handed in that source; the next run
    grades it, and the learner has no attempt more.
    """
    run = begun(store)
    told = grade(store, run, handin("a", b"x"), handin("b", b"x"), engine=OwnEngine(lambda task: FAULT))
    assert [each.result.verdict for each in told] == [Verdict.INTERNAL_ERROR] * 2
    failure = told[0].result.result.grade.failure
    assert failure is not None
    assert (failure.summary, "Traceback" in failure.traceback) == ("KeyError: 1", True)
    told = grade(store, run, handin("a", b"x"), handin("b", b"x"))
    assert [each.result.verdict for each in told] == [Verdict.WRONG_ANSWER] * 2
    assert told[0].result.attempts == ()


def test_an_earlier_attempt_outlives_a_fault_of_ours(store: Store) -> None:
    """A 10 that a failing hand-in replaced still counts, also when that one is graded at last, and the change is
    told against it.
    """
    run = begun(store, policy=Policy(counts=Counts.BEST))
    grade(store, run, handin("a", b"x" * 10))
    grade(store, run, handin("a", b"x" * 7), engine=OwnEngine(lambda task: FAULT))
    assert [each.score for each in kept(store, run, "a").attempts] == [10.0]
    (told,) = grade(store, run, handin("a", b"x" * 7), engine=fails_once(b"x" * 7))
    assert (told.result.score, [each.score for each in told.result.attempts]) == (7.0, [10.0])


def test_a_change_is_found_behind_a_fault_that_passes(store: Store) -> None:
    """A hand-in that fails once and is then graded is compared with what it took the place of."""
    run = begun(store)
    grade(store, run, handin("a", b"x" * 4))
    (told,) = grade(store, run, handin("a", b"x" * 7), engine=fails_once(b"x" * 7))
    assert told.change is not None
    assert (told.change.before, told.change.after) == (4.0, 7.0)


@pytest.mark.parametrize("files", [1, 10, 30])
@pytest.mark.parametrize("place", ["first", "middle", "last"])
def test_one_person_ends_no_run(store: Store, files: int, place: str) -> None:
    """However many files of one person make the grader fail, wherever they stand, everybody else is graded."""
    others = [handin(f"s{n}", b"y" * n) for n in range(1, 8)]
    hers = [handin("eve", BAD + b"%d" % n, 1 if n % 2 else 3) for n in range(files)]
    at = {"first": 0, "middle": 4, "last": len(others)}[place]
    told = grade(store, begun(store), *others[:at], *hers, *others[at:], engine=fails_over(BAD))
    verdicts = {each.result.learner: each.result.verdict for each in told}
    assert verdicts.pop("eve") is Verdict.INTERNAL_ERROR
    assert set(verdicts) == {f"s{n}" for n in range(1, 8)}
    assert Verdict.INTERNAL_ERROR not in verdicts.values()


def test_many_people_end_no_run_while_a_stub_can_be_graded(store: Store) -> None:
    """Fifty people who hand in what makes the grader fail stop nobody: the stub still gets its verdict."""
    attackers = [handin(f"e{n}", BAD + b"%d" % n) for n in range(50)]
    engine = fails_over(BAD)
    told = grade(store, begun(store), *attackers, handin("honest", b"yy"), engine=engine)
    assert (3, STUB.encode()) in engine.asked
    assert len(told) == 51
    (honest,) = [each for each in told if each.result.learner == "honest"]
    assert honest.result.verdict is Verdict.WRONG_ANSWER


def test_a_machine_that_grades_nobody_ends_the_run(store: Store) -> None:
    """Where ten people in a row and a stub get no verdict, the run stops and says why; what was kept stays."""
    handins = [handin(f"s{n}", b"x" * n) for n in range(1, 60)]
    run, engine = begun(store), OwnEngine(lambda task: Answer(None, "no torch"))
    with pytest.raises(GraderError, match=r"10 people in a row.*\n?.*no torch"):
        grade(store, run, *handins, engine=engine)
    assert len(engine.asked) == PEOPLE_IN_A_ROW + 1
    assert len(list(store.classes.results(run.id))) == PEOPLE_IN_A_ROW


def test_stubs_and_unreadable_ones_need_no_engine(store: Store) -> None:
    """An untouched stub is not attempted, what cannot be read is a result with its reason, what nobody can
    place is listed.
    """
    engine, run = OwnEngine(), begun(store)
    problem = IntakeProblem(IntakeFault.TOO_LARGE, "b/a.py", "9 MB")
    handins = [
        handin("a", STUB.encode()),
        handin("b", None, 3, problem=problem),
        Handin("c", "C", (), "c/notes.txt", None, IntakeProblem(IntakeFault.NO_SOURCE, "c/notes.txt")),
    ]
    under_way = grading(store, run, engine)
    told = list(under_way.grade(iter(handins)))
    assert engine.asked == []
    verdicts = {each.result.learner: each.result.verdict for each in told}
    assert verdicts == {"a": Verdict.NOT_ATTEMPTED, "b": Verdict.INVALID_SUBMISSION}
    assert kept(store, run, "b").result.intake == problem
    assert [each.learner_key for each in under_way.unplaced] == ["c"]


def test_quiz_files_go_to_the_keeper_and_not_to_the_engine(store: Store) -> None:
    """A quiz file among the hand-ins is marked beside them; a broken one stops nobody."""
    engine, run = OwnEngine(), begun(store)
    under_way = grading(store, run, engine)
    broken = SavedQuiz("li", "Li", "li/quiz.json", b'{"schema": "addnorm.quiz_answers/1"}')
    told = list(under_way.grade(iter([broken, handin("a", b"x")])))
    assert [each.result.learner for each in told] == ["a"]
    assert [path for path, _ in under_way.quizzes.refused] == ["li/quiz.json"]

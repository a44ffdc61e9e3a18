"""Runs over a class: unique results, continuation, decisions of staff."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader.domain.record import Extension, Learner, Override
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Verdict
from grader.store.classes import Recorded
from grader.store.store import Store, open_store
from tests.store.samples import NOON, SUBMISSION, class_result, class_run, later


def test_run_comes_back_as_it_was(store: Store) -> None:
    """A run is found by its id and by its label, the newest first, and told to be over."""
    old, new = class_run(), class_run(id="run-2", started_at=later(5))
    store.classes.begin_or_join_run(new, after=None)
    store.classes.begin_or_join_run(old, after=new.id)
    assert store.classes.run("run-1") == old
    assert store.classes.newest_run("/class/week3") == new
    assert store.classes.newest_run() == new
    assert store.classes.newest_run("elsewhere") is None
    assert store.classes.runs() == (old, new)
    store.classes.end_run("run-1", later(9))
    assert store.classes.run("run-1") == replace(old, finished_at=later(9))
    with pytest.raises(KeyError):
        store.classes.end_run("run-3", NOON)


def test_result_is_unique_and_the_newer_one_stays(store: Store) -> None:
    """A second result of the same learner and exercise takes the first one's place and returns it."""
    store.classes.begin_or_join_run(class_run(), after=None)
    first, second = class_result(), class_result(score=3.0, verdict=Verdict.WRONG_ANSWER, graded_at=later(1))
    assert store.classes.record_results("run-1", [(first, SUBMISSION)]) == (Recorded(first, None),)
    assert store.classes.record_results("run-1", [(second, SUBMISSION)]) == (Recorded(second, first),)
    assert list(store.classes.results("run-1")) == [second]
    assert store.classes.result("run-1", "1001", "ex03_feed_forward") == second


def test_replaced_results_are_returned_in_the_callers_order(store: Store) -> None:
    """A batch's answers stand in the order of the batch, whatever the order of writing."""
    store.classes.begin_or_join_run(class_run(), after=None)
    one, two = class_result(learner="1"), class_result(learner="2")
    store.classes.record_results("run-1", [(one, SUBMISSION)])
    recorded = store.classes.record_results("run-1", [(two, SUBMISSION), (one, SUBMISSION)])
    assert recorded == (Recorded(two, None), Recorded(one, one))


def test_a_replaced_source_becomes_an_earlier_attempt(store: Store) -> None:
    """What a later hand-in replaces is kept beside it, whole if it is the best so far; a regrading adds nothing."""
    store.classes.begin_or_join_run(class_run(), after=None)
    scores = [(4.0, "a"), (9.0, "b"), (7.0, "c"), (7.5, "c")]
    for score, digest in scores:
        result = class_result(score=score, submission_digest=None, file_name=digest)
        store.classes.record_results(
            "run-1", [(replace(result, submission_digest=_of(digest)), _source(ord(digest)))]
        )
    found = store.classes.result("run-1", "1001", "ex03_feed_forward")
    assert found is not None
    assert [(each.score, each.file_name) for each in found.attempts] == [(4.0, "a"), (9.0, "b")]
    assert [each.grade is not None for each in found.attempts] == [True, True]
    assert found.score == 7.5


def test_a_fault_of_ours_is_no_attempt_and_loses_none(store: Store) -> None:
    """An earlier attempt outlives a hand-in that could not be judged, and the regrading of that one."""
    store.classes.begin_or_join_run(class_run(), after=None)
    for score, verdict, digest in (
        (10.0, Verdict.ACCEPTED, "a"), (0.0, Verdict.INTERNAL_ERROR, "b"), (7.0, Verdict.WRONG_ANSWER, "b"),
    ):  # fmt: skip
        result = class_result(score=score, verdict=verdict, submission_digest=_of(digest))
        store.classes.record_results("run-1", [(result, _source(ord(digest)))])
    found = store.classes.result("run-1", "1001", "ex03_feed_forward")
    assert found is not None
    assert [each.score for each in found.attempts] == [10.0]


def test_a_repeated_run_carries_earlier_attempts_over(store: Store) -> None:
    """The first result in a run that repeats another follows the other's, whose attempts go on to count."""
    store.classes.begin_or_join_run(class_run(), after=None)
    store.classes.begin_or_join_run(class_run(id="run-2", started_at=later(5)), after="run-1")
    first, second = (
        class_result(submission_digest=_of("a")),
        class_result(score=7.0, submission_digest=_of("b")),
    )
    store.classes.record_results("run-1", [(first, _source(ord("a")))])
    store.classes.record_results("run-1", [(second, _source(ord("b")))])
    (recorded,) = store.classes.record_results("run-2", [(second, _source(ord("b")))], repeats="run-1")
    assert [each.score for each in recorded.result.attempts] == [10.0]
    assert recorded.former is not None
    assert recorded.former.score == 7.0


def test_unreadable_submission_has_a_result_without_a_source(store: Store) -> None:
    """Nothing readable still is a result."""
    store.classes.begin_or_join_run(class_run(), after=None)
    nothing = class_result(submission_digest=None, verdict=Verdict.INVALID_SUBMISSION, submitted_at=None)
    store.classes.record_results("run-1", [(nothing, None)])
    assert list(store.classes.results("run-1")) == [nothing]


def test_what_is_graded_can_be_asked_before_a_second_run(store: Store) -> None:
    """A second run learns what is done, and with which source, seed and course."""
    store.classes.begin_or_join_run(class_run(), after=None)
    store.classes.record_results("run-1", [(class_result(), SUBMISSION)])
    done = store.classes.graded("run-1")
    assert done == {("1001", "ex03_feed_forward"): (SUBMISSION.digest, 17, "c" * 64)}
    assert store.classes.graded("run-2") == {}


def test_results_are_read_in_portions(store: Store) -> None:
    """More results than a portion holds come back all, by learner and exercise number."""
    store.classes.begin_or_join_run(class_run(), after=None)
    batch = [
        (
            class_result(learner=f"{number:04}", exercise_id=f"ex{exercise:02}", exercise_number=exercise),
            SUBMISSION,
        )
        for number in range(300)
        for exercise in (3, 7)
    ]
    store.classes.record_results("run-1", batch)
    assert list(store.classes.results("run-1")) == [result for result, _ in batch]
    assert len(list(store.classes.results("run-1", "ex07"))) == 300


def test_learners_are_known_by_name_once_told(store: Store) -> None:
    """A roster's names replace what was known; only people with a result belong to a run."""
    store.classes.begin_or_join_run(class_run(), after=None)
    store.classes.record_results("run-1", [(class_result(), SUBMISSION)])
    assert store.classes.learners("run-1") == (Learner("1001"),)
    people = [Learner("1001", "王小明", "A", "w@x.org"), Learner("1002", "Ann\0", "B", "")]
    store.classes.put_learners(people)
    assert store.classes.learners("run-1") == (people[0],)
    assert store.classes.learners() == (people[0], Learner("1002", "Ann\ufffd", "B", ""))


def test_two_graders_may_keep_the_same_people_in_any_order(url: str) -> None:
    """Who writes the class's list from its end waits for who writes it from its beginning, and neither
    fails.
    """
    open_store(url).close()
    people = [Learner(f"{number:04}", f"Name {number}") for number in range(400)]
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=_put_people, args=(url, order)) for order in (people, people[::-1])]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert [writer.exitcode for writer in writers] == [0, 0]
    with open_store(url) as store:
        assert store.classes.learners() == tuple(people)


def _put_people(url: str, people: list[Learner]) -> None:
    with open_store(url) as store:
        for _ in range(5):
            store.classes.put_learners(people)


def test_newest_decision_counts(store: Store) -> None:
    """Of several overrides or extensions for the same, the last counts; the raw score stays."""
    store.classes.begin_or_join_run(class_run(), after=None)
    store.classes.record_results("run-1", [(class_result(score=2.0), SUBMISSION)])
    first = Override("1001", "ex03_feed_forward", 5.0, "typo", NOON)
    second = replace(first, points=6.0, why="again")
    for override in (first, second):
        store.classes.record_override(override)
    assert store.classes.overrides() == {("1001", "ex03_feed_forward"): second}
    assert [result.score for result in store.classes.results("run-1")] == [2.0]
    extension = Extension("1001", None, later(60), "ill", NOON)
    store.classes.record_extension(extension)
    store.classes.record_extension(replace(extension, exercise_id="ex03"))
    assert store.classes.extensions() == {
        ("1001", None): extension,
        ("1001", "ex03"): replace(extension, exercise_id="ex03"),
    }


def _grade(url: str, shift: int) -> None:
    with open_store(url) as store:
        for start in range(0, 60, 5):
            numbers = [(number + shift) % 60 for number in range(start, start + 5)]
            store.classes.record_results(
                "run-1",
                [
                    (class_result(learner=f"{n:03}", submission_digest=_source(n).digest), _source(n))
                    for n in numbers
                ],
            )


def _source(number: int) -> Submission:
    # few sources, shared by many learners in no order: graders meet at them too
    return Submission(f"{number}.py", SourceKind.PYTHON, b"%d" % (number * 7 % 5))


def _of(letter: str) -> str:
    return _source(ord(letter)).digest


def test_several_graders_at_once_double_nothing(url: str) -> None:
    """Three processes that record the same class in different orders leave one row a learner."""
    with open_store(url) as store:
        store.classes.begin_or_join_run(class_run(), after=None)
    spawn = multiprocessing.get_context("spawn")
    graders = [spawn.Process(target=_grade, args=(url, shift)) for shift in (0, 17, 40)]
    for grader in graders:
        grader.start()
    for grader in graders:
        grader.join(120)
    assert [grader.exitcode for grader in graders] == [0, 0, 0]
    with open_store(url) as store:
        learners = [result.learner for result in store.classes.results("run-1")]
    assert learners == [f"{number:03}" for number in range(60)]


_ENDLESS_GRADER = """
import sys
from grader.store.store import open_store
from tests.store.samples import SUBMISSION, class_result
store = open_store(sys.argv[1])
for number in range(10**6):
    store.classes.record_results("run-1", [(class_result(learner=f"{number:07}"), SUBMISSION)])
    print(number, flush=True)
"""


def test_kill_loses_nothing_that_was_told(url: str, root: Path) -> None:
    """A grader that is killed in the middle has kept every result that it had told."""
    with open_store(url) as store:
        store.classes.begin_or_join_run(class_run(), after=None)
    environment = {**os.environ, "PYTHONPATH": str(root)}
    grader = subprocess.Popen(
        [sys.executable, "-c", _ENDLESS_GRADER, url], stdout=subprocess.PIPE, env=environment, cwd=root
    )
    assert grader.stdout is not None
    told = -1
    for line in grader.stdout:
        told = int(line)
        if told >= 20:
            grader.send_signal(signal.SIGKILL)
            break
    rest = grader.stdout.read().split()
    told = int(rest[-1]) if rest and rest[-1].isdigit() else told
    grader.stdout.close()
    grader.wait()
    with open_store(url) as store:
        kept = [int(result.learner) for result in store.classes.results("run-1")]
    assert kept[: told + 1] == list(range(told + 1))
    assert len(kept) <= told + 2

"""How a class run begins: what is refused, which run goes on, who is in the class."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.classrun.begin import begin_or_continue, check_confinement, check_course, gradable, policy_of
from grader.domain.errors import UsageError
from grader.domain.policy import Policy
from grader.domain.record import ClassRun
from grader.domain.run_settings import RunSettings
from grader.domain.verdict import Confinement
from grader.store.store import Store
from tests.classrun.small import EXERCISES, NOW


def _begin(store: Store, **options: Any) -> ClassRun:
    chosen: dict[str, Any] = {"seed": None, "again": False, "policy": None, "now": NOW, **options}
    return begin_or_continue(store, "class", dict.fromkeys(EXERCISES, "c"), **chosen)


def test_the_same_class_goes_on_and_again_begins_anew(store: Store) -> None:
    """A second start joins the run; `--again` makes another with the former seed; another seed another run."""
    first = _begin(store)
    assert _begin(store) == first
    second = _begin(store, again=True)
    assert (second.id != first.id, second.seed, second.settings.again_of) == (True, first.seed, first.id)
    other = _begin(store, seed=12345)
    assert (other.seed, other.settings.again_of) == (12345, None)


def test_graders_that_begin_at_once_share_a_run(store: Store) -> None:
    """A second grader that saw no run joins the one that was begun meanwhile."""
    first = _begin(store)
    fresh = ClassRun("other", "class", 1, "d", "0", (1, 3), RunSettings(), NOW)
    assert store.classes.begin_or_join_run(fresh, after=None) == first
    assert store.classes.begin_or_join_run(fresh, after=first.id) == fresh


def test_a_policy_stays_with_the_run(store: Store) -> None:
    """A policy given later replaces the former one; a repetition has it too, and everything else that was decided."""
    _begin(store, policy=Policy(drop=1))
    run = _begin(store, policy=Policy(drop=2))
    assert run.settings == RunSettings(Policy(drop=2))
    assert policy_of(store, "class") == Policy(drop=2)
    again = _begin(store, again=True)
    assert again.settings == replace(run.settings, again_of=run.id)


def test_no_lock_is_refused() -> None:
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

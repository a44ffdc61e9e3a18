"""Names and numbers in a policy are those of the class and the course, or a fault that names the near miss."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from grader.domain.policy import Policy
from grader.domain.policy_names import with_keys

KNOWN = {"s17": "s17", "s18": "s18", "ada@x.org": "s17", "2017": "s17"}
DUE = datetime(2026, 10, 1, tzinfo=UTC)


def test_people_are_found_by_any_id() -> None:
    """Whatever id of the roster a policy uses, the policy holds for the person's key."""
    policy = Policy(excused=frozenset({("ADA@x.org", 3), ("2017", None), ("s18", None)}))
    found, problems = with_keys(policy, KNOWN, [1, 2, 3], "policy.toml", is_whole_class=True)
    assert found.excused == {("s17", 3), ("s17", None), ("s18", None)}
    assert problems == ()


@pytest.mark.parametrize(
    ("typed", "near"), [("s1 7", "s17"), ("ada@x.og", "s17"), ("Zoe", "Write an id"), ("", "Write an id")]
)
def test_a_mistyped_name_is_a_fault_with_its_near_miss(typed: str, near: str) -> None:
    """Nobody is excused by a name that nobody has; the one that is like it is offered."""
    policy = Policy(excused=frozenset({(typed, None)}))
    _, (problem,) = with_keys(policy, KNOWN, [3], "policy.toml", is_whole_class=True)
    assert near in problem.remedy
    assert repr(typed) in problem.found


def test_without_a_roster_somebody_unknown_may_have_handed_in_nothing() -> None:
    """Where the class is not known as a whole, an excuse of somebody unknown is no fault."""
    policy = Policy(excused=frozenset({("s99", None)}))
    found, problems = with_keys(policy, KNOWN, [3], "policy.toml", is_whole_class=False)
    assert (found, problems) == (policy, ())


def test_exercises_that_the_course_has_not_are_faults() -> None:
    """A due time or an excuse for exercise 99 is told, and what numbers there are."""
    policy = Policy(due_of={99: DUE, 3: DUE}, excused=frozenset({("s17", 98)}))
    _, problems = with_keys(policy, KNOWN, range(1, 25), "policy.toml", is_whole_class=True)
    assert [problem.place for problem in problems] == ["excused[s17]", "exercise[99]"]
    assert "1 to 24" in problems[0].expected

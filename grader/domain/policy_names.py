"""The people or exercises that a policy names, found among those that there are; a mistyped one is a fault."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from grader.domain.errors import Problem
from grader.domain.policy import Policy
from grader.domain.text import Text


def with_keys(
    policy: Policy, known: Mapping[str, str], numbers: Collection[int], shown: str, *, is_whole_class: bool
) -> tuple[Policy, tuple[Problem, ...]]:
    """The policy with everybody it excuses under their keys, and a fault for every name or number that nobody has.

    `known` is everybody's id (folded) -> key, `numbers` are those of the course's exercises, `shown` is the policy's
    name in the faults. Without the whole class (`is_whole_class` False) somebody unknown may have handed in nothing.
    """
    problems = list(_numbers(policy, numbers, shown))
    excused: set[tuple[str, int | None]] = set()
    for learner, number in policy.excused:
        key = known.get(learner.casefold())
        excused.add((key or learner, number))
        if key is None and is_whole_class:
            problems.append(_nobody(learner, known, shown))
    return replace(policy, excused=frozenset(excused)), tuple(problems)


def said(problems: Sequence[Problem]) -> Text:
    """The faults as one message."""
    listed = "\n".join(map(str, problems))
    return Text(listed, f"文件有误：\n{listed}")


def near_miss(name: str, known: Collection[str]) -> str:
    """The known name that is most like this one, "" where none is."""
    near = difflib.get_close_matches(name.casefold(), list(known), n=1, cutoff=0.6)
    return near[0] if near else ""


def _nobody(learner: str, known: Mapping[str, str], shown: str) -> Problem:
    near = near_miss(learner, known)
    who = near if known.get(near, near).casefold() == near else f"{near} ({known[near]})"
    mend = f"Did you mean {who}?" if near else "Write an id as the roster has it."
    return Problem(
        shown, "excused", f"{learner!r}, whom nobody knows", "the id of somebody in the class", mend
    )


def _numbers(policy: Policy, numbers: Collection[int], shown: str) -> Iterator[Problem]:
    named = [(f"exercise[{number}]", number) for number in policy.due_of]
    named += [(f"excused[{learner}]", number) for learner, number in policy.excused if number is not None]
    for place, number in sorted(named):
        if number not in numbers:
            expected = f"the number of an exercise, {min(numbers)} to {max(numbers)}"
            yield Problem(shown, place, f"exercise {number}", expected, "Correct the number.")

"""A misconception is named where a submission does what it does, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor, nn

from grader.domain.case import Observation
from grader.domain.result import Diagnosis
from grader.domain.verdict import Tier
from grader.judge.diagnosis import diagnose, diagnose_the_only
from grader.judge.known import Candidate
from tests.judge.small import BANK, EXERCISE, SEED, Bend, BentLast, Doubled, Straight, space

CASES = BANK.cases(SEED)
REFERENCE = Candidate((), BANK.solution)
LISTED = [Candidate((name,), namespace) for name, namespace in BANK.misconceptions.items()]
TIERS = {spec.name: spec.tier for spec in EXERCISE.checks}


def _seen(entry: type[nn.Module]) -> dict[str, Observation]:
    candidate = Candidate((), space(entry))
    return {case.key: candidate.observe(case) for case in CASES}


def _named(entry: type[nn.Module], combinations: Sequence[Candidate] = ()) -> tuple[Diagnosis, ...]:
    return diagnose(CASES, TIERS, _seen(entry), REFERENCE, LISTED, combinations)


def test_an_equal_misconception_is_named_with_its_evidence() -> None:
    """The nearest thing to say is: your output equals this one's on so many cases, and is so far from the right one."""
    (found,) = _named(Straight)
    assert (found.misconception, found.exact, found.cases) == ("straight", True, len(CASES))
    assert found.distance < 1e-12 < (found.reference_distance or 0.0)


def test_what_nobody_listed_has_no_name() -> None:
    """A mistake of its own is not called by another's name, and the right one has none."""
    assert _named(Doubled) == _named(Bend) == ()


def test_several_mistakes_at_once_are_each_named() -> None:
    """A product of two faults names both, and says that they came together."""

    class Both(Straight):
        def forward(self, x: Tensor) -> Tensor:
            return super().forward(x.relu())

    found = _named(Both, [Candidate(("straight", "bent-last"), space(Both))])
    assert [diagnosis.misconception for diagnosis in found] == ["straight", "bent-last"]
    assert all(diagnosis.together == ("straight", "bent-last") for diagnosis in found)


def test_equal_on_every_core_case_is_enough_with_less_certainty() -> None:
    """A submission that differs from the misconception on an edge case alone is named, not as exact."""

    class Careful(Straight):
        def forward(self, x: Tensor) -> Tensor:
            return super().forward(x).clamp(-20, 20)

    (found,) = _named(Careful)
    assert (found.misconception, found.exact) == ("straight", False)


def test_advice_has_no_say() -> None:
    """A case of the tier of advice is not looked at."""
    tiers = {**TIERS, "large": Tier.ADVICE}

    class Careful(Straight):
        def forward(self, x: Tensor) -> Tensor:
            return super().forward(x).clamp(-20, 20)

    (found,) = diagnose(CASES, tiers, _seen(Careful), REFERENCE, LISTED, ())
    assert (found.exact, found.cases) == (True, len(CASES) - 1)


def test_of_few_cases_only_an_only_one_is_named() -> None:
    """Where two misconceptions fit the few cases that there are, none is named."""
    first = [case for case in CASES if case.check == "example"]
    twins = [*LISTED, Candidate(("twin",), space(Straight))]
    assert diagnose_the_only(first, _seen(Straight), REFERENCE, twins) == ()
    (found,) = diagnose_the_only(first, _seen(BentLast), REFERENCE, twins)
    assert found.misconception == "bent-last"

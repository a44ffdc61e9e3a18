"""A submission is compared case by case, scored by check, and named if its mistake is known."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from torch import nn

from grader.domain.result import Failure
from grader.domain.verdict import Verdict
from grader.judge.grade import Judgement
from grader.judge.session import OwnSession
from tests.judge.small import Bend, BentLast, Doubled, Raising, Renamed, Straight, judge, space


def _judged(entry: type[nn.Module]) -> Judgement:
    return judge().judge(OwnSession(space(entry)))


@pytest.mark.parametrize("entry", [Bend, Renamed])
def test_a_right_submission_is_accepted_whatever_its_names(entry: type[nn.Module]) -> None:
    """Full marks, no diagnosis, no difference."""
    found = _judged(entry)
    assert (found.verdict, found.score, found.max_score, found.diagnoses) == (
        Verdict.ACCEPTED,
        10.0,
        10.0,
        (),
    )
    assert all(check.difference is None for check in found.checks)


@pytest.mark.parametrize(
    ("entry", "named"), [(Straight, ["straight"]), (BentLast, ["bent-last"]), (Doubled, [])]
)
def test_a_wrong_one_is_rejected_and_named_if_it_is_known(entry: type[nn.Module], named: list[str]) -> None:
    """The failing checks say the case and the difference; what passed keeps its points."""
    found = _judged(entry)
    assert found.verdict is Verdict.WRONG_ANSWER
    assert [diagnosis.misconception for diagnosis in found.diagnoses] == named
    failed = {check.name: check.case for check in found.checks if check.verdict is not Verdict.ACCEPTED}
    assert failed["values"] == "values"
    assert found.score < 10


def test_what_raises_passes_no_check() -> None:
    """A submission that raises whenever it is called gets nothing, not even where only inputs are looked at."""
    found = _judged(Raising)
    assert (found.verdict.name, found.score) == (
        "WRONG_ANSWER",
        0.0,
    )  # no line of a learner's file bears it out


@dataclass
class Ending(OwnSession):
    """A session that took a shortcut or came to an end."""

    failure: Failure | None = None
    shortcuts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__init__(space(Bend))


def test_an_end_or_a_shortcut_forfeits_all_points() -> None:
    """A submission that died, or used what is forbidden, gets nothing for what had passed."""
    forbidden = judge().judge(Ending(shortcuts=("torch.relu",)))
    assert (forbidden.verdict, forbidden.score, forbidden.max_score) == (Verdict.FORBIDDEN, 0.0, 10.0)
    died = judge().judge(Ending(failure=Failure(Verdict.TIME_LIMIT, "too slow")))
    assert (died.verdict, died.score) == (Verdict.TIME_LIMIT, 0.0)
    assert {check.verdict for check in died.checks} == {Verdict.TIME_LIMIT}


def test_everything_of_ours_can_be_made_ready() -> None:
    """Preparing takes a step for the reference and one for each misconception."""
    assert len(list(judge().preparing())) == 3

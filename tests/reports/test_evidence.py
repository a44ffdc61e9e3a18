"""What is said beside a diagnosis is true of it alone, in both languages."""

from __future__ import annotations

from grader.domain.result import Diagnosis
from grader.domain.text import Text
from grader.reports.evidence import evidence

PAIR = ("ln-beta-subtracted", "ln-unbiased-variance")
MEAN, VARIANCE = Text("the mean", "均值"), Text("the variance", "方差")


def test_what_two_mistakes_do_together_is_claimed_of_neither_alone() -> None:
    """The numbers of a product are told of all its mistakes, and apart from them with the other's name."""
    for raised in (0, 1, 18):
        found = Diagnosis(PAIR[0], 1e-7, 4.2, 18, raised=raised, together=PAIR)
        told, apart = evidence(found), evidence(found, apart=True)
        assert "these two mistakes together" in told.en
        assert "this mistake" not in told.en
        assert "这两种错误合在一起" in told.zh
        assert "这种错误" not in told.zh
        assert apart.en.startswith(f"Together with {PAIR[1]}: in ")
        assert apart.zh.startswith(f"与 {PAIR[1]} 一起：")


def test_a_single_mistake_is_spoken_of_alone() -> None:
    """A diagnosis of one mistake says this mistake, apart or not."""
    found = Diagnosis(PAIR[0], 1e-7, 4.2, 18)
    assert evidence(found) == evidence(found, apart=True)
    assert "equals what this mistake produces" in evidence(found).en


def test_numbers_that_do_not_separate_are_not_told() -> None:
    """Where the right answer is no further away than the mistake, a difference is no evidence."""
    alike = evidence(Diagnosis("ln-eps-hardcoded", 5e-15, 5e-15, 18))
    assert "e-15" not in alike.en + alike.zh
    apart = evidence(Diagnosis("ln-eps-hardcoded", 5e-15, 2.5, 18))
    assert "it is up to 2.5 away from the correct output" in apart.en

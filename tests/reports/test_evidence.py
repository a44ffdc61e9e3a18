"""What is said beside a diagnosis or a stage is true of it alone, in both languages."""

from __future__ import annotations

from grader.domain.result import Diagnosis, WrongStage
from grader.domain.text import Text
from grader.reports.evidence import evidence, stage_message

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


def test_a_computation_that_stopped_is_no_wrong_stage() -> None:
    """Where the traced call raised, the message says where and as what, and calls no stage wrong."""
    stopped = WrongStage("variance", "mean", VARIANCE, MEAN, line=3, stopped="NameError")
    assert stage_message(stopped) == Text(
        "Right up to the mean; there it stopped: NameError at line 3.",
        "到“均值”为止都正确，然后中断了：第 3 行抛出了 NameError。",
    )
    at_once = WrongStage("mean", "", MEAN, None, line=4, cell=2, stopped="TypeError")
    assert stage_message(at_once).en == "It stopped before the mean: TypeError at cell 2, line 4."


def test_an_exception_of_the_learners_own_is_not_named() -> None:
    """The name of a class that the learner made could carry a hidden input out."""
    own = WrongStage("variance", "mean", VARIANCE, MEAN, line=3, stopped="X_0_8125")
    assert "0_8125" not in stage_message(own).en + stage_message(own).zh


def test_numbers_that_do_not_separate_are_not_told() -> None:
    """Where the right answer is no further away than the mistake, a difference is no evidence."""
    alike = evidence(Diagnosis("ln-eps-hardcoded", 5e-15, 5e-15, 18))
    assert "e-15" not in alike.en + alike.zh
    apart = evidence(Diagnosis("ln-eps-hardcoded", 5e-15, 2.5, 18))
    assert "it is up to 2.5 away from the correct output" in apart.en

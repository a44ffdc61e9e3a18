"""Single choice."""

from __future__ import annotations

import pytest

from grader.quiz.kinds.single import SingleModel
from tests.quiz.made import asked, assert_unreadable, exported, option, outcome, typed

OPTIONS = [option("a", right=True), option("b", misconception="belief"), option("c")]


def test_an_option_speaks_for_itself() -> None:
    """The chosen option's feedback is said, and a wrong one shows its belief."""
    instance = asked(SingleModel, option=OPTIONS)
    assert instance.key == "a"
    assert outcome(instance, "a") == (1.0, ("said of a",), ())
    assert outcome(instance, "b") == (0.0, ("said of b",), ("belief",))
    assert_unreadable(instance, "d", "a,b", "0", "4", "")


def test_a_number_means_the_place_on_the_screen() -> None:
    """What is typed counts in the drawn order, which differs between seeds; a file names the key."""
    orders = {asked(SingleModel, seed, option=OPTIONS).order for seed in range(20)}
    assert len(orders) > 1
    for seed in range(5):
        instance = asked(SingleModel, seed, option=OPTIONS)
        texts = [text.en for text in instance.question.numbered(instance)]
        assert typed(instance, str(texts.index("option a") + 1)) == "a"


def test_the_right_option_may_be_named_in_words() -> None:
    """Enough keyword groups hit stand for the right option; a bare denial does not."""
    groups = {"accept_groups": [["mean"], ["variance", "std"]], "accept_need": 2}
    instance = asked(SingleModel, option=OPTIONS, **groups)
    assert typed(instance, "the mean, then the std") == "a"
    assert_unreadable(instance, "mean only", "no std")


def test_exactly_one_option_is_right() -> None:
    """None, two, a key twice, or a right option with a belief are faults of the file."""
    for options in (
        [option("a"), option("b")],
        [option("a", right=True), option("b", right=True)],
        [option("a", right=True), option("a")],
        [option("a", right=True, misconception="belief"), option("b")],
    ):
        with pytest.raises(ValueError, match=r"right|twice"):
            asked(SingleModel, option=options)


def test_guessing_and_exporting() -> None:
    """One in three is right by chance; a platform gets every option with its fraction."""
    instance = asked(SingleModel, option=OPTIONS)
    assert instance.question.guess_percent == pytest.approx(100 / 3)
    assert [answer.fraction for answer in exported(instance).answers] == [1.0, 0.0, 0.0]

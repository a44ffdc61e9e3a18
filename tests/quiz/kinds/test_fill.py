"""A text with gaps."""

from __future__ import annotations

import pytest

from grader.quiz.kinds.fill import FillModel
from tests.quiz.made import asked, assert_unreadable, exported, outcome, words, wrong

FIELDS = {
    "stem": words("____ comes before ____"),
    "blank": [
        {"key": "one", "accept": ["norm", "layer norm"]},
        {"key": "two", "accept": ["2*D"], "symbols": ["D"]},
    ],
    "wrong": [wrong("softmax", blank="one"), wrong("D", blank="two")],
}


def test_gaps_are_marked_one_by_one() -> None:
    """A literal gap forgives case and spaces, a formula gap any equal formula; each has its own wrong values."""
    instance = asked(FillModel, **FIELDS)
    assert outcome(instance, "Layer Norm ; D+D") == (1.0, (), ())
    assert outcome(instance, "softmax ; 2D") == (0.5, ("said of softmax",), ("belief",))
    assert outcome(instance, "D ; D") == (0.0, ("said of D",), ("belief",))
    assert_unreadable(instance, "norm", "norm ;", "norm ; 2*X", "a ; b ; c")


def test_each_accepted_text_and_each_wrong_one_is_an_answer() -> None:
    """The author's check tries every accepted text beside the first of the others, and one wrong gap at a time."""
    instance = asked(FillModel, **FIELDS)
    question = instance.question
    assert question.right_answers(instance) == ("norm ; 2*D", "layer norm ; 2*D", "norm ; 2*D")
    assert [question.wrong_answer(value, instance) for value in question.wrong] == [
        "softmax ; 2*D",
        "norm ; D",
    ]


def test_a_platform_gets_the_texts_of_each_gap() -> None:
    """Right ones first, then those that were foreseen for that gap."""
    gaps = exported(asked(FillModel, **FIELDS)).gaps
    assert [[answer.text for answer in gap] for gap in gaps] == [
        ["norm", "layer norm", "softmax"],
        ["2*D", "D"],
    ]


def test_a_stem_has_as_many_gaps_as_there_are_blanks() -> None:
    """Another number of gaps, or a wrong value of no blank, is a fault of the file."""
    for change in ({"stem": words("____")}, {"wrong": [wrong("x")]}):
        with pytest.raises(ValueError, match=r"gaps|blank"):
            asked(FillModel, **{**FIELDS, **change})

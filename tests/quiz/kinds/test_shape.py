"""A tensor's shape."""

from __future__ import annotations

from grader.quiz.kinds.shape import ShapeModel
from grader.quiz.recompute import Result
from tests.quiz.made import asked, assert_unreadable, exported, outcome, words, wrong

FIELDS = {
    "stem": words("{B} and {S}"),
    "params": {"B": [2.0], "S": [7.0]},
    "answer": "[B, 1, 1, S]",
    "wrong": [wrong("[B, S]")],
}


def test_letters_and_numbers_are_one_shape() -> None:
    """The stem's letters, the drawn numbers, or both; in any brackets or none."""
    instance = asked(ShapeModel, **FIELDS)
    assert instance.key == "[2, 1, 1, 7]"
    for text in ("[B,1,1,S]", "(2, 1, 1, 7)", "2 1 1 7", "2x1x1x7", "torch.Size([2, 1, 1, S])"):
        assert outcome(instance, text)[0] == 1.0, text
    assert instance.question.right_answers(instance) == ("[2, 1, 1, 7]", "[B, 1, 1, S]")


def test_a_foreseen_shape_has_its_belief() -> None:
    """Another shape is wrong in general; what is no shape is asked again."""
    instance = asked(ShapeModel, **FIELDS)
    assert outcome(instance, "[2, 7]") == (0.0, ("said of [B, S]",), ("belief",))
    assert outcome(instance, "[2, 7, 1, 1]") == (0.0, (), ())
    assert_unreadable(instance, "wide", "[2, -1]", "[1/2]", "[T]")


def test_a_platform_gets_every_usual_spelling() -> None:
    """Letter by letter a platform compares, so brackets and blanks are each foreseen."""
    texts = {
        answer.text for answer in exported(asked(ShapeModel, **FIELDS)).answers if answer.fraction == 1.0
    }
    assert texts == {"[2, 1, 1, 7]", "(2, 1, 1, 7)", "[2,1,1,7]", "(2,1,1,7)", "2,1,1,7"}


def test_torchs_sizes_are_compared() -> None:
    """The key in numbers stands beside the sizes of what torch gives."""
    question = asked(ShapeModel, **FIELDS).question
    assert question.beside_torch(Result((2, 1, 1, 7), None), {"B": 2.0, "S": 7.0}) == ("[2, 1, 1, 7]",) * 2

"""A number."""

from __future__ import annotations

import pytest

from grader.quiz.kinds.numeric import NumericModel
from grader.quiz.recompute import Result
from tests.quiz.made import asked, assert_unreadable, exported, outcome, words, wrong

FIELDS = {
    "stem": words("of {D}"),
    "params": {"D": [8.0]},
    "answer": "4*D*D",
    "wrong": [wrong("3*D*D")],
}


def test_the_key_is_computed_from_what_was_drawn() -> None:
    """256 for D = 8, however it is written; a foreseen number has its belief."""
    instance = asked(NumericModel, **FIELDS)
    assert instance.key == "256"
    assert [outcome(instance, text)[0] for text in ("256", "256.0", "2^8", "1024/4")] == [1.0] * 4
    assert outcome(instance, "192") == (0.0, ("said of 3*D*D",), ("belief",))
    assert outcome(instance, "255") == (0.0, (), ())
    assert_unreadable(instance, "many", "", "1/0", "D")


@pytest.mark.parametrize(
    ("tolerance", "right", "outside"),
    [
        ({"absolute": 1.0}, "257", "257.5"),
        ({"relative": 0.1}, "280", "290"),
        ({"significant_digits": 1}, "349", "351"),
        ({"low": "D", "high": "D*D"}, "64", "65"),
    ],
)
def test_every_tolerance_has_two_sides(tolerance: dict[str, object], right: str, outside: str) -> None:
    """Absolute, relative, digits and range: just inside is right, just outside is not."""
    instance = asked(NumericModel, **FIELDS, tolerance=tolerance)
    assert outcome(instance, right)[0] == 1.0
    assert outcome(instance, outside)[0] == 0.0


def test_a_platform_never_takes_a_foreseen_number_for_the_right_one() -> None:
    """The reach of a foreseen number ends half way to the right one."""
    right, foreseen = exported(asked(NumericModel, **FIELDS, tolerance={"absolute": 500.0})).answers
    assert (right.text, right.tolerance) == ("256", 500.0)
    assert (foreseen.text, foreseen.tolerance) == ("192", 32.0)


def test_torch_is_compared_to_six_digits() -> None:
    """A float32 result agrees, a wrong one does not, and the kind asks for code that computes it."""
    question = asked(NumericModel, **FIELDS).question
    assert question.needs_torch_key
    key, given = question.beside_torch(Result((), 256.00001), {"D": 8.0})
    assert key == given
    key, given = question.beside_torch(Result((), 250.0), {"D": 8.0})
    assert key != given


def test_a_range_has_two_ends() -> None:
    """One end alone is a fault of the file."""
    with pytest.raises(ValueError, match="both low and high"):
        asked(NumericModel, **FIELDS, tolerance={"low": "1"})

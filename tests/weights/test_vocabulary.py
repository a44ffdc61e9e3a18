"""A vocabulary says which argument of a constructor is the number of heads."""

from __future__ import annotations

from grader.weights.vocabulary import Vocabulary
from tests.weights.words import SMALL


def test_the_number_of_heads_is_an_argument() -> None:
    """The argument counts where it is given, else what the exercise says."""
    assert SMALL.heads_of({"num_windows": 4, "dim": 8}, 2) == 4
    assert SMALL.heads_of({"dim": 8}, 2) == 2
    assert SMALL.heads_of({}, None) is None


def test_an_argument_that_is_no_number_is_not_believed() -> None:
    """What is not a whole number says nothing of heads."""
    assert SMALL.heads_of({"num_windows": "four"}, 3) == 3


def test_an_empty_vocabulary_knows_no_argument() -> None:
    """Without words the exercise alone says how many heads there are."""
    assert Vocabulary().heads_of({"num_heads": 4}, None) is None

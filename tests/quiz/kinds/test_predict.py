"""A prediction of what torch will do."""

from __future__ import annotations

import pytest

from grader.quiz.kinds.predict import PredictModel
from grader.quiz.torch_keys import torch_problems
from tests.quiz.made import asked, assert_unreadable, outcome, words

SHAPE = {"predict": "shape", "code": "answer = torch.zeros(n, 3)", "answer": "[n, 3]"}
MASK = {"predict": "mask", "code": "answer = torch.ones(2, 2).tril().bool()", "answer": "10/11"}
NUMBER = {"predict": "number", "code": "answer = torch.ones(n).sum()", "answer": "n"}
DRAWN = {"stem": words("for {n}"), "params": {"n": [4.0]}}


@pytest.mark.parametrize(
    ("fields", "right", "wrong", "unreadable", "key"),
    [
        (SHAPE, "(4, 3)", "(3, 4)", "tall", "[4, 3]"),
        (MASK, "[[1,0],[1,1]]", "11/11", "12/11", "10/11"),
        (NUMBER, "4", "5", "four", "4"),
    ],
)
def test_each_thing_is_read_marked_and_run(
    fields: dict[str, str], right: str, wrong: str, unreadable: str, key: str
) -> None:
    """A shape, a mask and a number: read in their own way, right by the key, and the key is what torch gives."""
    instance = asked(PredictModel, **DRAWN, **fields)
    assert outcome(instance, right)[0] == 1.0
    assert outcome(instance, wrong)[0] == 0.0
    assert_unreadable(instance, unreadable)
    assert instance.key == key == instance.question.run(instance.params)
    assert torch_problems(instance.question) == ()


def test_a_key_that_torch_does_not_give_is_found() -> None:
    """Code and key that disagree, and code that fails, are faults with the numbers at which they occur."""
    (told,) = torch_problems(asked(PredictModel, **DRAWN, **{**NUMBER, "answer": "n+1"}).question)
    assert (told.found, told.expected) == ("key 5 at n=4", "torch's 4")
    (told,) = torch_problems(
        asked(PredictModel, **DRAWN, **{**NUMBER, "code": "answer = n.missing"}).question
    )
    assert "AttributeError" in told.found

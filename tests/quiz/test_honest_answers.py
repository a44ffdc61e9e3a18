"""Short answers that honest learners gave are accepted, in both languages."""

from __future__ import annotations

import pytest

from grader.quiz.instance import draw
from grader.quiz.marking import mark
from grader.quiz.reading import read_typed
from tests.quiz.bank import question


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("rc-1-mha", "token representations"),
        ("rc-1-mha", "words"),
        ("rc-1-mha", "features across tokens"),
        ("rc-1-mha", "词语之间的信息"),
        ("enc-03-summary-free-text", "MultiHeadAttention"),
        ("enc-03-summary-free-text", "MHSA"),
    ],
)
def test_what_an_honest_learner_says_is_right(name: str, answer: str) -> None:
    """A right answer in other words than the list's first is not refused."""
    instance = draw(question(name), 1)
    assert mark(instance, read_typed(instance, answer)).right


@pytest.mark.parametrize(("name", "answer"), [("rc-1-mha", "features"), ("enc-03-summary-free-text", "FFN")])
def test_what_is_wrong_stays_wrong(name: str, answer: str) -> None:
    """The lists are wider, and still refuse the other block's role."""
    instance = draw(question(name), 1)
    assert not mark(instance, read_typed(instance, answer)).right

"""A statement that holds or does not."""

from __future__ import annotations

import pytest

from grader.quiz.kinds.true_false import TrueFalseModel
from tests.quiz.made import asked, assert_unreadable, exported, outcome, typed, words

FIELDS = {"answer": False, "wrong_feedback": words("it does not"), "misconception": "belief"}


@pytest.mark.parametrize(
    ("text", "canonical"), [("1", "true"), ("T", "true"), ("对", "true"), ("错误", "false")]
)
def test_yes_and_no_are_read_in_both_languages(text: str, canonical: str) -> None:
    """A number, a word or its first letter, in English or Chinese."""
    assert typed(asked(TrueFalseModel, **FIELDS), text) == canonical


def test_the_wrong_answer_shows_the_belief() -> None:
    """Right has its own words, wrong its feedback and belief; nothing else is an answer."""
    instance = asked(TrueFalseModel, **FIELDS)
    assert outcome(instance, "false") == (1.0, ("Right.",), ())
    assert outcome(instance, "true") == (0.0, ("it does not",), ("belief",))
    assert instance.question.beliefs == {"belief"}
    assert_unreadable(instance, "", "maybe", "3")


def test_a_platform_gets_both_answers() -> None:
    """The right one has all points, whichever it is."""
    assert [(a.text, a.fraction) for a in exported(asked(TrueFalseModel, **FIELDS)).answers] == [
        ("true", 0.0),
        ("false", 1.0),
    ]

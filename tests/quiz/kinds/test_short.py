"""A short phrase."""

from __future__ import annotations

from grader.quiz.kinds.short import ShortModel
from tests.quiz.made import asked, assert_unreadable, exported, outcome, wrong

FIELDS = {"accept": ["key padding", "填充"], "wrong": [wrong("causal")]}


def test_a_phrase_may_stand_in_a_sentence() -> None:
    """Case, spaces and words around it do not matter; a denial or a refused phrase does."""
    instance = asked(ShortModel, **FIELDS)
    for text in ("Key Padding", "the key padding mask", "填充", "是 填充 位置"):
        assert outcome(instance, text)[0] == 1.0, text
    assert outcome(instance, "not key padding")[0] == 0.0
    assert outcome(instance, "causal, not key padding") == (0.0, (), ())
    assert outcome(instance, "causal") == (0.0, ("said of causal",), ("belief",))
    assert_unreadable(instance, "", "!?")


def test_every_phrase_is_right_and_exported() -> None:
    """The author's check asks for each accepted phrase, and a platform gets all that were foreseen."""
    instance = asked(ShortModel, **FIELDS)
    assert instance.question.right_answers(instance) == ("key padding", "填充")
    assert [(a.text, a.fraction) for a in exported(instance).answers] == [
        ("key padding", 1.0),
        ("填充", 1.0),
        ("causal", 0.0),
    ]

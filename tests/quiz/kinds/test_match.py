"""Pairs."""

from __future__ import annotations

import pytest

from grader.quiz.kinds.match import MatchModel
from tests.quiz.made import asked, assert_unreadable, exported, outcome, piece, typed, wrong

FIELDS = {
    "left": [piece("x"), piece("y")],
    "right": [piece("p"), piece("q"), piece("r")],
    "answer": {"x": "p", "y": "q"},
    "wrong": [wrong("x=q")],
}


def test_pairs_are_marked_one_by_one() -> None:
    """Each right pair has its share; a foreseen wrong pair has its feedback and belief, another a sentence."""
    instance = asked(MatchModel, **FIELDS)
    assert outcome(instance, "y=q,x=p") == (1.0, (), ())
    assert outcome(instance, "x=q,y=q") == (0.5, ('"piece x": said of x=q',), ("belief",))
    assert outcome(instance, "x=r,y=p")[0] == 0.0
    assert '"piece y" does not go with "piece p".' in outcome(instance, "x=r,y=p")[1]


@pytest.mark.parametrize("form", ["1{x} 2{y}", "2{y}, 1{x}", "{x}{y}", "{x} {y}", "1-{x};2-{y}"])
def test_letters_are_read_in_any_usual_way(form: str) -> None:
    """With numbers in any order, or bare in the order of the list."""
    instance = asked(MatchModel, **FIELDS)
    letter = {key: "abc"[place] for place, key in enumerate(instance.order)}
    assert typed(instance, form.format(x=letter["p"], y=letter["q"])) == instance.key


def test_every_left_piece_needs_one_right_piece() -> None:
    """Too few, unknown ones, a number twice: asked again."""
    instance = asked(MatchModel, **FIELDS)
    assert_unreadable(instance, "x=p", "x=p,y=z", "a", "abc", "1a 1b", "1a 3b", "xd", "")


def test_a_platform_gets_pairs_and_what_belongs_to_none() -> None:
    """The right piece that serves nobody stands without a left one."""
    pairs = exported(asked(MatchModel, **FIELDS)).pairs
    assert pairs == (("piece x", "piece p"), ("piece y", "piece q"), ("", "piece r"))


def test_a_file_must_pair_all() -> None:
    """A left piece without an answer, or a foreseen pair that is right, is a fault."""
    for change in ({"answer": {"x": "p"}}, {"wrong": [wrong("x=p")]}):
        with pytest.raises(ValueError, match=r"pair|item"):
            asked(MatchModel, **{**FIELDS, **change})

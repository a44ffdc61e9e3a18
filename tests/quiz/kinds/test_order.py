"""An order."""

from __future__ import annotations

import pytest

from grader.quiz.kinds.order import OrderModel
from tests.quiz.made import asked, assert_unreadable, exported, outcome, piece, typed, wrong

FIELDS = {"item": [piece("a"), piece("b"), piece("c")], "answer": ["b", "a", "c"], "wrong": [wrong("a,b,c")]}


def test_an_order_is_right_or_not() -> None:
    """Two of three in place is nothing; a foreseen order has its feedback, another the first slip."""
    instance = asked(OrderModel, **FIELDS)
    assert outcome(instance, "b,a,c") == (1.0, (), ())
    assert outcome(instance, "a,b,c") == (0.0, ("said of a,b,c",), ("belief",))
    assert outcome(instance, "b,c,a") == (0.0, ('"piece a" comes before "piece c".',), ())
    assert_unreadable(instance, "a,b", "a,a,b", "1 2", "1 2 2", "1 2 4")


def test_numbers_count_on_the_screen() -> None:
    """Typed numbers name what is listed there."""
    instance = asked(OrderModel, **FIELDS)
    places = " ".join(str(instance.order.index(key) + 1) for key in ("b", "a", "c"))
    assert typed(instance, places) == instance.key
    assert instance.key_words.en == "piece b → piece a → piece c"


def test_a_platform_gets_places() -> None:
    """Each place is matched with its piece."""
    assert exported(asked(OrderModel, **FIELDS)).pairs == (
        ("1.", "piece b"),
        ("2.", "piece a"),
        ("3.", "piece c"),
    )


def test_every_order_of_the_file_names_every_piece() -> None:
    """A key or a foreseen order that lacks a piece is a fault of the file."""
    for change in ({"answer": ["a", "b"]}, {"wrong": [wrong("a,b")]}, {"item": [piece("a"), piece("a")]}):
        with pytest.raises(ValueError, match="item"):
            asked(OrderModel, **{**FIELDS, **change})

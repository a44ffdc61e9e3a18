"""A seed gives one instance, everywhere and for ever."""

from __future__ import annotations

from collections import Counter

from grader.domain.text import Text
from grader.quiz.instance import draw, question_seed
from tests.quiz.bank import question, questions


def test_a_seed_gives_the_same_instance_again() -> None:
    """Parameters and order follow from question and seed alone."""
    for asked in questions():
        assert draw(asked, 12345) == draw(asked, 12345)


def test_the_draw_of_a_seed_never_changes() -> None:
    """A stored seed gives the same numbers and order after an upgrade: these were written down."""
    drawn = draw(question("ffn-01-parameters"), 1)
    assert (dict(drawn.params), draw(question("st-1-position-wise"), 1).order) == PINNED


PINNED = ({"D": 512.0, "F": 32.0}, ("c", "d", "b", "a"))


def test_learner_attempt_and_question_each_change_the_seed() -> None:
    """Two learners, two attempts or two questions do not share their draw."""
    seeds = {
        question_seed(who, attempt, name)
        for who in ("ada", "bo")
        for attempt in (1, 2)
        for name in ("x", "y")
    }
    assert len(seeds) == 8


def test_every_place_gets_the_right_option_about_equally_often() -> None:
    """Shuffling gives no place away: over 800 learners each of four places has 150 to 250 right options."""
    asked = question("st-1-position-wise")
    orders = [draw(asked, question_seed(f"learner {n}", 1, asked.id)).order for n in range(800)]
    counts = Counter(order.index("a") for order in orders)
    assert all(150 <= counts[place] <= 250 for place in range(4))


def test_stems_show_their_numbers_and_keep_other_braces() -> None:
    """No placeholder of a parameter is left in a stem, in either language, and 5.0 is written 5."""
    for asked in questions():
        instance = draw(asked, 7)
        for name in asked.params:
            assert f"{{{name}}}" not in instance.stem.en + instance.stem.zh
    kept = draw(question("ffn-01-parameters"), 1).fill(Text(en="{D} {other}", zh="{D}"))
    assert kept == Text(en="512 {other}", zh="512")

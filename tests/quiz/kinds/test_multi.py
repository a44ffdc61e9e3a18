"""Multiple choice."""

from __future__ import annotations

import pytest

from grader.quiz.kinds.multi import MultiModel
from tests.quiz.made import asked, assert_unreadable, exported, option, outcome, typed

OPTIONS = [
    option("a", right=True),
    option("b", right=True, misconception="missed"),
    option("c", misconception="taken"),
    option("d"),
]


def test_what_is_chosen_and_what_is_missed_both_speak() -> None:
    """Half of the right ones is half, a wrong one takes a right one's points away, beliefs of both kinds are shown."""
    instance = asked(MultiModel, option=OPTIONS)
    assert outcome(instance, "a,b")[0] == 1.0
    half = outcome(instance, "a")
    assert (half[0], half[2]) == (0.5, ("missed",))
    assert half[1][1].startswith('Missed: "option b"')
    assert outcome(instance, "a,b,c")[::2] == (0.5, ("taken",))
    assert outcome(instance, "none")[0] == 0.0


def test_the_order_of_typing_does_not_matter() -> None:
    """A canonical answer has the file's order; nothing chosen has a word of its own; twice is not read."""
    instance = asked(MultiModel, option=OPTIONS)
    assert instance.question.read_canonical("b , a", instance) == "a,b"
    places = {key: str(place) for place, key in enumerate(instance.order, start=1)}
    assert (
        typed(instance, f"{places['b']} {places['a']}") == typed(instance, places["a"] + places["b"]) == "a,b"
    )
    assert typed(instance, "0") == typed(instance, "都不选") == "none"
    assert_unreadable(instance, "a,a", "a,z", "1 1", "5")


@pytest.mark.parametrize(
    ("rule", "fractions"),
    [
        ("net_correct", [0.5, 0.5, -0.5, -0.5]),
        ("all_or_nothing", [0.5, 0.5, -1.0, -1.0]),
        ("weights", [0.5, 0.5, -0.25, -0.5]),
    ],
)
def test_a_platform_gets_the_rules_fractions(rule: str, fractions: list[float]) -> None:
    """Each rule that Moodle can follow is told by the options' fractions."""
    options = [*OPTIONS[:2], {**OPTIONS[2], "weight": -0.25}, OPTIONS[3]]
    instance = asked(MultiModel, option=options, rule=rule)
    assert [answer.fraction for answer in exported(instance).answers] == fractions


def test_guessing_is_the_mean_over_every_choice() -> None:
    """All fifteen choices that choose something are as likely."""
    instance = asked(MultiModel, option=OPTIONS, rule="all_or_nothing")
    assert instance.question.guess_percent == pytest.approx(100 / 15)
    with pytest.raises(ValueError, match="some but not all"):
        asked(MultiModel, option=[option("a", right=True), option("b", right=True)])

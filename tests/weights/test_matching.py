"""Places of a learner's module meet the reference's units by what names say, then by order."""

from __future__ import annotations

import pytest

from grader.weights.arrangement import Parameter
from grader.weights.matching import matched
from grader.weights.options import Options
from grader.weights.readings import readings, role_units
from tests.weights.described import parameter, tensors
from tests.weights.words import NAMES, SILENT

ROLES = {"left.weight": (6, 4), "left.bias": (6,), "right.weight": (6, 4), "right.bias": (6,)}
WANTED = role_units(ROLES, dict.fromkeys(ROLES, ""), NAMES)


def _linear(name: str) -> tuple[Parameter, Parameter]:
    return parameter(f"{name}.weight", 6, 4), parameter(f"{name}.bias", 6)


def _first(names, *layers: str) -> list[str]:  # type: ignore[no-untyped-def]
    """The learner's layers in the order of the reference's units, by the cheapest match."""
    units = next(readings(tensors(*(p for layer in layers for p in _linear(layer))), bare=False, pairs=True))[
        1
    ]
    options = Options(WANTED, None).joint(units)[0][1]
    _, pairs = next(matched(units, options, WANTED, names))
    places = {WANTED.index(role): units[place.unit].first.owner for place, role in pairs}
    return [places[i] for i in range(len(WANTED))]


@pytest.mark.parametrize(
    ("layers", "wanted"),
    [
        (("left", "right"), ["left", "right"]),
        (("to_right", "to_left"), ["to_left", "to_right"]),
        (("first", "second"), ["first", "second"]),
        (("thing", "left"), ["left", "thing"]),
        (("left_a", "left_b"), ["left_a", "left_b"]),
    ],
)
def test_names_decide_before_order(layers: tuple[str, ...], wanted: list[str]) -> None:
    """A name that says its part is believed; one that says nothing, or that two share, leaves it to the order."""
    assert _first(NAMES, *layers) == wanted


def test_without_words_order_decides() -> None:
    """An empty vocabulary knows no left and right."""
    assert _first(SILENT, "to_right", "to_left") == ["to_right", "to_left"]


def test_every_match_comes_once_by_price() -> None:
    """The other order comes too, later."""
    units = next(readings(tensors(*_linear("left"), *_linear("right")), bare=False, pairs=True))[1]
    options = Options(WANTED, None).joint(units)[0][1]
    prices = [price for price, _ in matched(units, options, WANTED, NAMES)]
    assert len(prices) == 2
    assert prices == sorted(prices)
    assert prices[0] == 0.0

"""Pairs what is missing in one place with the same that stands in another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.domain.computation import DeviationKind
from grader.domain.text import Text
from grader.explain.deviations import Told
from grader.explain.formula import asked_formula

_ELSEWHERE = (
    ("missing dropout", ("extra dropout",)),
    ("missing bias", ("extra bias", "extra shift", "extra gain")),
    ("missing norm", ("extra norm",)),
    ("missing scale", ("extra scale",)),
)
"""What would stand in another place, by how the key of its absence begins; a bias may be multiplied in there."""
_BESIDE = (
    ("activation.kind=normal cdf", "extra add of x"),
    ("hidden: without up", "extra add of "),
)
"""What says nothing alone: in Phi(x) + x no x was forgotten, in silu(g + u) no u."""


def moved(found: Sequence[Told]) -> list[tuple[Told, Told]]:
    """What is missing somewhere, each time with what may be the same in another place."""
    return [(gone, extra) for gone in found for extra in found if _is_elsewhere(gone, extra)]


def words_of_moved(gone: Told) -> Text | None:
    """What is said of a value, a norm or a factor in another place; None of what is told in two."""
    if gone.step is None:
        return None
    asked = f"{gone.step.name} = {asked_formula(gone.step)}"
    name = _added(gone)
    if name:
        return Text(
            f"{name} is not added in {asked}, where it belongs, but in another place.",
            f"{name} 没有加在该加的地方（{asked}），而是加在了别处。",
        )
    if gone.key.startswith("missing norm"):
        return Text(
            f"The normalisation of {asked} stands in another place.", f"{asked} 里的归一化放到了别的位置。"
        )
    if gone.key.startswith("missing scale"):
        return Text(f"The factor of {asked} stands in another place.", f"{asked} 里的系数乘在了别的位置。")
    return None


def _is_elsewhere(gone: Told, extra: Told) -> bool:
    if any(gone.key == alone and extra.key.startswith(there) for alone, there in _BESIDE):
        return True
    if extra.key.startswith("extra add of "):
        return extra.key.removeprefix("extra add of ") in set(_names(gone))
    return any(gone.key.startswith(missing) and extra.key.startswith(there) for missing, there in _ELSEWHERE)


def _added(gone: Told) -> str:
    return next(_names(gone), "")


def _names(gone: Told) -> Iterator[str]:
    """What is called that a sum leaves out."""
    asked, rest = gone.found.asked, gone.found.other
    if gone.found.kind is not DeviationKind.MISSING or asked is None or rest is None or asked.part != "add":
        return
    left_out = asked.args[1] if rest is asked.args[0] else asked.args[0]
    yield gone.key.partition(": without ")[2]
    yield asked_formula(left_out)

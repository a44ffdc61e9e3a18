"""Designs of a layer: where each sub-layer's norm stands, what is added to what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grader.authoring.computation import Asked, add, given, norm

SUMS = "stu"
"""What the first, second and third sum are called where a norm follows."""


@dataclass(frozen=True)
class Sublayer:
    """What a sub-layer makes of `x: [B, S, D]`, the role of its norm, the name of what that norm returns."""

    change: Callable[[Asked], Asked]
    norm: str
    normed: str = "n"

    def before(self, x: Asked) -> Asked:
        """The sub-layer of the normalised x."""
        return self.change(norm(x, self.norm).named(self.normed))


class Layer:
    """Sub-layers one after the other, each by the name of its sum: `Layer(h=ATTENTION, y=FFN)`; the input is "x".

    Each method is a computation: what is asked, or what a misconception stands for as a whole.
    """

    def __init__(self, **sublayers: Sublayer) -> None:
        self.sublayers = sublayers

    def pre_ln(self) -> Asked:
        """x + f(norm(x))."""
        x = given("x")
        for name, sublayer in self.sublayers.items():
            x = add(x, sublayer.before(x)).named(name)
        return x

    def post_ln(self) -> Asked:
        """norm(x + f(x)), the design of 2017."""
        x = given("x")
        for total, (name, sublayer) in zip(SUMS, self.sublayers.items(), strict=False):
            x = norm(add(x, sublayer.change(x)).named(total), sublayer.norm).named(name)
        return x

    def pre_and_post_ln(self) -> Asked:
        """norm(x + f(norm(x))), one norm in both places."""
        x = given("x")
        for total, (name, sublayer) in zip(SUMS, self.sublayers.items(), strict=False):
            x = norm(add(x, sublayer.before(x)).named(total), sublayer.norm).named(name)
        return x

    def norm_on_output(self) -> Asked:
        """x + norm(f(x))."""
        x = given("x")
        for name, sublayer in self.sublayers.items():
            x = add(x, norm(sublayer.change(x), sublayer.norm).named(sublayer.normed)).named(name)
        return x

    def parallel(self) -> Asked:
        """x + f(norm(x)) + g(norm(x)), every sub-layer of the same x."""
        x = total = given("x")
        for name, sublayer in self.sublayers.items():
            total = add(total, sublayer.before(x)).named(name)
        return total

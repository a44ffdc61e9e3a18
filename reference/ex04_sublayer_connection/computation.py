"""Asked of exercise 4: x + sublayer(norm(x)) where norm_first is True."""

from collections.abc import Callable, Mapping

from grader.authoring import Asked, Build, Call, Case, Draw, add, called, dropout, given, norm

from .cases import DIM, NAME, SHAPE, tanh

RATE = 0.3


def case(draw: Draw) -> Case:
    """One Pre-LN pass in eval mode around tanh(x W), x: [2, 5, 6]."""
    sizes = {"dim": DIM, "dropout": RATE, "norm_first": True}
    build = Build(NAME, sizes, seed=draw.seed(), weights=draw.weights())
    return Case(
        "computation", (build, Call("call", (draw.normal(*SHAPE, mean=0.5), tanh(draw)), on="module"))
    )


def computation() -> Asked:
    """The steps of one pass."""
    x = given("x")
    change = called("sublayer", norm(x, "norm").named("n")).named("f")
    return add(x, dropout(change, RATE)).named("y")


def post_ln() -> Asked:
    """The layer of 2017."""
    x = given("x")
    return norm(add(x, called("sublayer", x).named("f")).named("s"), "norm").named("y")


def norm_on_output() -> Asked:
    """The norm of what the sub-layer returns."""
    x = given("x")
    return add(x, norm(called("sublayer", x).named("f"), "norm").named("n")).named("y")


WRONG: Mapping[str, Callable[[], Asked]] = {
    "res-postln-for-preln": post_ln,
    "res-norm-on-sublayer-output": norm_on_output,
}

"""Asked of exercise 17's network: W_down (silu(W_gate x) * W_up x)."""

from grader.authoring import Asked, Build, Call, Case, Draw, activation, apply, given, linear

from .cases import SIZES


def case(draw: Draw) -> Case:
    """One pass in eval mode, x: [2, 5, 6]."""
    build = Build("SwiGLUFeedForward", SIZES, seed=draw.seed(), weights=draw.weights())
    return Case("computation", (build, Call("call", (draw.normal(2, 5, SIZES["dim"]),), on="module")))


def computation() -> Asked:
    """The steps of one pass."""
    x = given("x")
    gate = activation(linear(x, "gate_proj", bias=False).named("gate"), "silu").named("opened")
    hidden = apply("product", gate, linear(x, "up_proj", bias=False).named("up")).named("hidden")
    return linear(hidden, "down_proj", bias=False).named("y")

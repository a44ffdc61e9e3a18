"""Asked of exercise 3: W2 relu(W1 x + b1) + b2, with dropout behind the activation and behind the output."""

from grader.authoring import Asked, Build, Call, Case, Draw, activation, dropout, given, linear

from .cases import SIZES

RATE = 0.3


def case(draw: Draw) -> Case:
    """One forward pass in eval mode, x: [2, 5, 6]."""
    build = Build("FeedForward", {**SIZES, "dropout": RATE}, seed=draw.seed(), weights=draw.weights())
    return Case("computation", (build, Call("call", (draw.normal(2, 5, SIZES["dim"]),), on="module")))


def computation() -> Asked:
    """The steps of one pass."""
    hidden = activation(linear(given("x"), "net.0", SIZES["hidden_dim"]).named("hidden")).named("activated")
    return dropout(linear(dropout(hidden, RATE), "net.3", SIZES["dim"]).named("out"), RATE).named("y")

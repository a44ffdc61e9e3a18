"""Asked of exercise 17's function: x times the normal distribution's Phi(x)."""

from grader.authoring import Asked, Call, Case, Draw, activation, given


def case(draw: Draw) -> Case:
    """One call, x: [2, 5, 6]."""
    return Case("computation", (Call("call", (draw.normal(2, 5, 6, scale=2.0),), target="gelu"),))


def computation() -> Asked:
    """The one step."""
    return activation(given("x"), "gelu").named("gelu")

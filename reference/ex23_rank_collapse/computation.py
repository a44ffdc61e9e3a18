"""Asked of exercise 23: ||x - mean over the tokens|| / ||x|| of each sample."""

from grader.authoring import Asked, Call, Case, Draw, apply, given


def case(draw: Draw) -> Case:
    """One call, x: [3, 5, 4], samples of very different sizes."""
    sizes = draw.normal(3, 1, 1).exp() * draw.normal(3, 1, 1).sign()
    x = draw.normal(3, 5, 4, mean=0.5) * sizes
    x[1] *= 0.02
    return Case("computation", (Call("call", (x,), target="token_residual"),))


def computation() -> Asked:
    """The steps of one call."""
    x = given("x")
    rest = apply("length", apply("centre", x).named("r")).named("n_r")
    return apply("ratio", rest, apply("length", x).named("n_x")).named("y")

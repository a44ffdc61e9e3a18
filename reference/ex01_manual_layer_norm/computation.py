"""Asked of exercise 1: gamma * (x - mean) / sqrt(var + eps) + beta."""

from grader.authoring import Asked, Call, Case, Draw, apply, given

from .cases import DIM, FUNCTION, MEAN, SPREAD

EPS = 2e-3  # not the default, so that a number that was written into the formula shows


def case(draw: Draw) -> Case:
    """One call, x: [2, 5, 6]."""
    x = draw.normal(2, 5, DIM, mean=MEAN, scale=SPREAD)
    gamma, beta = draw.normal(DIM, mean=1.0, scale=0.5), draw.normal(DIM, scale=0.5)
    return Case("computation", (Call("call", (x, gamma, beta), {"eps": EPS}, target=FUNCTION),))


def computation() -> Asked:
    """The steps of one call."""
    normalised = apply("normalise", given("x"), eps_value=EPS).named("n")
    return apply("plus", apply("times", normalised, given("gamma")).named("g"), given("beta")).named("y")

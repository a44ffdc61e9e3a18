"""Asked of exercise 14: weight * x / sqrt(mean(x^2) + eps)."""

from grader.authoring import Asked, Build, Call, Case, Draw, apply, given, weight

from .cases import MEAN, SIZES, SPREAD


def case(draw: Draw) -> Case:
    """One forward pass in eval mode, x: [2, 5, 6]."""
    build = Build("RMSNorm", SIZES, seed=draw.seed(), weights=draw.weights())
    x = draw.normal(2, 5, SIZES["dim"], mean=MEAN, scale=SPREAD)
    return Case("computation", (build, Call("call", (x,), on="module")))


def computation() -> Asked:
    """The steps of one pass."""
    normalised = apply("normalise", given("x"), centred=False, spread="mean square", eps_value=1e-6)
    return apply("times", normalised.named("n"), weight("weight")).named("y")

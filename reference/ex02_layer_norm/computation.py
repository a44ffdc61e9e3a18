"""Asked of exercise 2: gamma * (x - mean) / sqrt(var + eps) + beta with the module's own gamma and beta."""

from grader.authoring import Asked, Build, Call, Case, Draw, apply, given, weight

from .cases import MEAN, SIZES, SPREAD


def case(draw: Draw) -> Case:
    """One forward pass in eval mode, x: [2, 5, 6]."""
    build = Build("LayerNorm", SIZES, seed=draw.seed(), weights=draw.weights())
    x = draw.normal(2, 5, SIZES["dim"], mean=MEAN, scale=SPREAD)
    return Case("computation", (build, Call("call", (x,), on="module")))


def computation() -> Asked:
    """The steps of one pass."""
    scaled = apply("times", apply("normalise", given("x")).named("n"), weight("gamma")).named("g")
    return apply("plus", scaled, weight("beta")).named("y")

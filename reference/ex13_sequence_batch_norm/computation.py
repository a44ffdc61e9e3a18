"""Asked of exercise 13 in training: gamma * (x - mean) / sqrt(var + eps) + beta over batch and positions."""

from grader.authoring import Asked, Build, Call, Case, Draw, apply, given, weight

from .cases import SIZES


def case(draw: Draw) -> Case:
    """One pass in training mode, x: [3, 5, 4]."""
    build = Build("SequenceBatchNorm", SIZES, seed=draw.seed(), weights=draw.weights())
    x = draw.normal(3, 5, SIZES["dim"], mean=0.5, scale=1.5)
    return Case("computation", (build, Call("call", (x,), on="module", train=True)))


def computation() -> Asked:
    """The steps of one pass."""
    normalised = apply("normalise", given("x"), axis="batch and sequence").named("n")
    return apply("plus", apply("times", normalised, weight("weight")).named("g"), weight("bias")).named("y")

"""Asked of exercise 21: token(ids) * sqrt(dim) + positions."""

import math

from grader.authoring import Asked, Build, Call, Case, Draw, add, apply, given, weight

from .cases import DIM, SIZES, VOCAB

TOKENS = 5


def case(draw: Draw) -> Case:
    """One pass in eval mode, ids: [2, 5]."""
    build = Build("TiedEmbedding", SIZES, seed=draw.seed(), weights=draw.weights())
    return Case("computation", (build, Call("call", (draw.integers(0, VOCAB, 2, TOKENS),), on="module")))


def computation() -> Asked:
    """The embedded tokens."""
    token = apply("embedding", given("ids"), weight("token.weight")).named("e")
    return add(apply("scale", token, factor=math.sqrt(DIM)).named("s"), apply("positions").named("p")).named(
        "y"
    )

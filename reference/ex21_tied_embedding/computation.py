"""Asked of exercise 21: token(ids) * sqrt(dim) + positions."""

import math

from grader.authoring import Asked, Case, Draw, add, apply, given, one_pass, weight

from .cases import DIM, SIZES, VOCAB


def case(draw: Draw) -> Case:
    """One pass in eval mode, ids: [2, 5]."""
    return one_pass(draw, "TiedEmbedding", SIZES, draw.integers(0, VOCAB, 2, 5))


def computation() -> Asked:
    """The embedded tokens."""
    token = apply("embedding", given("ids"), weight("token.weight")).named("e")
    return add(apply("scale", token, factor=math.sqrt(DIM)).named("s"), apply("positions").named("p")).named(
        "y"
    )

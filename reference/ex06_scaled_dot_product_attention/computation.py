"""Asked of exercise 6: softmax(mask(q k / sqrt(d))) v, and the weights beside it."""

from grader.authoring import Call, Case, Draw, Outputs, given, weighted, weights

from .cases import FUNCTION, inputs, key_mask

WIDTH = 8


def case(draw: Draw) -> Case:
    """One call with a mask of keys: q [2, 3, 4, 8], k [2, 3, 5, 8], v [2, 3, 5, 6]."""
    arguments = {**inputs(draw), "blocked_mask": key_mask(draw)}
    return Case("computation", (Call("call", kwargs=arguments, target=FUNCTION),))


def computation() -> Outputs:
    """The steps of one call."""
    p = weights(given("q"), given("k"), given("blocked_mask"), WIDTH)
    return Outputs((weighted(p, given("v")).named("output"), p))

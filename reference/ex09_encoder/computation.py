"""Asked of exercise 9: every layer in turn, each with the mask, then one norm."""

from grader.authoring import Asked, Call, Case, Draw, called, given, norm, weight

from .cases import DIM, LAYERS, MASK, blocked, stack


def case(draw: Draw) -> Case:
    """One masked forward pass of three spying layers, x: [2, 5, 6]."""
    call = Call("call", (draw.normal(2, 5, DIM),), {MASK: blocked("...xx", ".x...")}, on="module")
    return Case("computation", (stack(draw), call))


def computation() -> Asked:
    """The steps of one pass."""
    h, mask = given("x"), given(MASK)
    for number in range(LAYERS):
        h = called("layer", h, mask, weight(f"layers.{number}.map.weight")).named(f"h{number + 1}")
    return norm(h, "final_norm").named("y")

"""Asked of exercise 20's combination of two masks: blocked where either blocks."""

from grader.authoring import Asked, Call, Case, Draw, apply, blocked, given

from .cases import causal


def case(draw: Draw) -> Case:
    """A causal mask [1, 1, 5, 5] with a padding mask [2, 1, 1, 5]."""
    masks = {"a": causal(5), "b": blocked("...xx", ".x...")}
    return Case("computation", (Call("call", kwargs=masks, target="combine_blocked_masks"),))


def computation() -> Asked:
    """The mask."""
    return apply("union", given("a"), given("b")).named("union")

"""Asked of exercise 16: the mean of the cross-entropy over the valid tokens of the batch."""

from grader.authoring import Asked, Call, Case, Draw, apply, given

from .cases import CLASSES, FUNCTION, padding


def case(draw: Draw) -> Case:
    """One call, logits: [4, 6, 5], with padding on every side."""
    is_pad = padding(draw)
    batch = (draw.normal(*is_pad.shape, CLASSES), draw.integers(0, CLASSES, *is_pad.shape), is_pad)
    return Case("computation", (Call("call", batch, target=FUNCTION),))


def computation() -> Asked:
    """The loss."""
    return apply("loss", given("logits"), given("targets"), given("is_pad")).named("loss")

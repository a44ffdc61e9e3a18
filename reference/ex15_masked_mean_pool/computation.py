"""Asked of exercise 15: the mean over the real positions of each sample."""

from grader.authoring import Asked, Call, Case, Draw, apply, given

from .cases import FUNCTION, padding


def case(draw: Draw) -> Case:
    """One call, x: [4, 6, 3], with padding on every side."""
    return Case(
        "computation", (Call("call", (draw.normal(4, 6, 3, mean=0.5), padding(draw)), target=FUNCTION),)
    )


def computation() -> Asked:
    """The pooled samples."""
    return apply("pool", given("x"), given("is_pad")).named("y")

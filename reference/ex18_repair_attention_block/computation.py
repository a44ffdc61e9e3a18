"""Asked of exercise 18: the Post-LN layer around torch's attention module, padded keys blocked."""

from collections.abc import Callable, Mapping

from grader.authoring import (
    Asked,
    Build,
    Call,
    Case,
    Draw,
    add,
    attention,
    dropout,
    feed_forward,
    given,
    norm,
    padding,
)

from .cases import DIM, ENTRY, HEADS, SIZES

RATE = 0.3


def case(draw: Draw) -> Case:
    """One pass in eval mode with padding, x: [2, 5, 12]."""
    made = Build(ENTRY, {**SIZES, "dropout": RATE}, seed=draw.seed(), weights=draw.weights())
    call = Call("call", (draw.normal(2, 5, DIM),), {"is_pad": padding("...xx", "..x..")}, on="module")
    return Case("computation", (made, call))


def attend(x: Asked) -> Asked:
    """Self-attention of the block, dropped out."""
    return dropout(attention(x, x, x, given("is_pad"), "self_attn", DIM, HEADS, RATE)[0].named("a"), RATE)


def feed(x: Asked) -> Asked:
    """The block's position-wise network."""
    return feed_forward(x, "ffn", rate=RATE).named("f")


def computation() -> Asked:
    """The steps of one pass."""
    x = given("x")
    h = norm(add(x, attend(x)).named("s"), "norm1").named("h")
    return norm(add(h, feed(h)).named("t"), "norm2").named("y")


def pre_ln() -> Asked:
    """Norms first."""
    x = given("x")
    h = add(x, attend(norm(x, "norm1").named("n"))).named("h")
    return add(h, feed(norm(h, "norm2").named("m"))).named("y")


WRONG: Mapping[str, Callable[[], Asked]] = {"torch-rewritten-as-preln": pre_ln}

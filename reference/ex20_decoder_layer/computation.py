"""Asked of exercise 20's layer: self-attention, cross-attention to the memory, FFN, each x + f(norm(x))."""

from collections.abc import Callable, Mapping

from grader.authoring import (
    Asked,
    Build,
    Call,
    Case,
    Draw,
    add,
    attention,
    blocked,
    feed_forward,
    given,
    norm,
)

from .cases import DIM, HEADS, SIZES, SOURCE, TARGET, causal

RATE = 0.3


def case(draw: Draw) -> Case:
    """One pass in eval mode: x [2, 4, 12], memory [2, 5, 12], both masks."""
    build = Build("DecoderLayer", {**SIZES, "dropout": RATE}, seed=draw.seed(), weights=draw.weights())
    masks = {TARGET: causal(4), SOURCE: blocked("...xx", ".x...")}
    call = Call("call", (draw.normal(2, 4, DIM), draw.normal(2, 5, DIM)), masks, on="module")
    return Case("computation", (build, call))


def attend(query: Asked, memory: Asked, mask: str, role: str) -> Asked:
    """One of the layer's two attentions."""
    return attention(query, memory, memory, given(mask), role, DIM, HEADS, RATE)[0]


def feed(x: Asked) -> Asked:
    """The layer's position-wise network."""
    return feed_forward(x, "ffn", rate=RATE).named("f")


def computation() -> Asked:
    """The steps of one pass."""
    x, memory = given("x"), given("memory")
    n = norm(x, "self_norm").named("n")
    h = add(x, attend(n, n, TARGET, "self_attn").named("a")).named("h")
    g = add(h, attend(norm(h, "cross_norm").named("m"), memory, SOURCE, "cross_attn").named("c")).named("g")
    return add(g, feed(norm(g, "ffn_norm").named("k"))).named("y")


def post_ln() -> Asked:
    """The layer of 2017."""
    x, memory = given("x"), given("memory")
    h = norm(add(x, attend(x, x, TARGET, "self_attn").named("a")).named("s"), "self_norm").named("h")
    c = attend(h, memory, SOURCE, "cross_attn").named("c")
    g = norm(add(h, c).named("t"), "cross_norm").named("g")
    return norm(add(g, feed(g)).named("u"), "ffn_norm").named("y")


def cross_first() -> Asked:
    """The memory before the tokens themselves."""
    x, memory = given("x"), given("memory")
    g = add(x, attend(norm(x, "cross_norm").named("m"), memory, SOURCE, "cross_attn").named("c")).named("g")
    n = norm(g, "self_norm").named("n")
    h = add(g, attend(n, n, TARGET, "self_attn").named("a")).named("h")
    return add(h, feed(norm(h, "ffn_norm").named("k"))).named("y")


WRONG: Mapping[str, Callable[[], Asked]] = {"dec-post-ln": post_ln, "dec-cross-before-self": cross_first}

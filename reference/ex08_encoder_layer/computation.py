"""Asked of exercise 8: h = x + attention(norm(x)), y = h + ffn(norm(h))."""

from collections.abc import Callable, Mapping

from grader.authoring import Asked, Build, Call, Case, Draw, add, attention, feed_forward, given, norm

from .cases import DIM, ENTRY, HEADS, MASK, SIZES, blocked

RATE = 0.3


def case(draw: Draw, entry: str = ENTRY) -> Case:
    """One masked forward pass in eval mode, x: [2, 5, 12]."""
    build = Build(entry, {**SIZES, "dropout": RATE}, seed=draw.seed(), weights=draw.weights())
    call = Call("call", (draw.normal(2, 5, DIM),), {MASK: blocked("...xx", ".x...")}, on="module")
    return Case("computation", (build, call))


def attend(x: Asked) -> Asked:
    """Self-attention of the layer."""
    return attention(x, x, x, given(MASK), "self_attn", DIM, HEADS, RATE)[0].named("a")


def feed(x: Asked) -> Asked:
    """The layer's position-wise network."""
    return feed_forward(x, "ffn", rate=RATE, hidden=SIZES["hidden_dim"]).named("f")


def computation() -> Asked:
    """The steps of one pass."""
    x = given("x")
    h = add(x, attend(norm(x, "attn_norm").named("n"))).named("h")
    return add(h, feed(norm(h, "ffn_norm").named("m"))).named("y")


def post_ln() -> Asked:
    """The layer of 2017."""
    x = given("x")
    h = norm(add(x, attend(x)).named("s"), "attn_norm").named("h")
    return norm(add(h, feed(h)).named("t"), "ffn_norm").named("y")


def parallel() -> Asked:
    """Both sub-layers of x."""
    x = given("x")
    return add(
        add(x, attend(norm(x, "attn_norm").named("n"))).named("h"), feed(norm(x, "ffn_norm").named("m"))
    ).named("y")


def ffn_first() -> Asked:
    """The network before the attention."""
    x = given("x")
    h = add(x, feed(norm(x, "ffn_norm").named("m"))).named("h")
    return add(h, attend(norm(h, "attn_norm").named("n"))).named("y")


def norm_on_output() -> Asked:
    """Norms of what the sub-layers return."""
    x = given("x")
    h = add(x, norm(attend(x), "attn_norm").named("n")).named("h")
    return add(h, norm(feed(h), "ffn_norm").named("m")).named("y")


WRONG: Mapping[str, Callable[[], Asked]] = {
    "enc-post-ln": post_ln,
    "enc-parallel-sublayers": parallel,
    "enc-ffn-before-attention": ffn_first,
    "enc-norm-on-sublayer-output": norm_on_output,
}

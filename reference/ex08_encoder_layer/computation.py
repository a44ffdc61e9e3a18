"""Asked of exercise 8: h = x + attention(norm(x)), y = h + ffn(norm(h))."""

from grader.authoring import Asked, Case, Draw, Layer, Sublayer, attention, feed_forward, given, one_pass

from .cases import DIM, ENTRY, HEADS, MASK, SIZES, blocked

RATE = 0.3


def case(draw: Draw, entry: str = ENTRY) -> Case:
    """One masked forward pass in eval mode, x: [2, 5, 12]."""
    masks = {MASK: blocked("...xx", ".x...")}
    return one_pass(draw, entry, {**SIZES, "dropout": RATE}, draw.normal(2, 5, DIM), **masks)


def attend(x: Asked) -> Asked:
    """Self-attention of the layer."""
    return attention(x, x, x, given(MASK), "self_attn", DIM, HEADS, RATE)[0].named("a")


def feed(x: Asked) -> Asked:
    """The layer's position-wise network."""
    return feed_forward(x, "ffn", rate=RATE, hidden=SIZES["hidden_dim"]).named("f")


ATTENTION, FFN = Sublayer(attend, "attn_norm", "n"), Sublayer(feed, "ffn_norm", "m")
LAYER = Layer(h=ATTENTION, y=FFN)
computation = LAYER.pre_ln
WRONG = {
    "enc-post-ln": LAYER.post_ln,
    "enc-parallel-sublayers": LAYER.parallel,
    "enc-ffn-before-attention": Layer(h=FFN, y=ATTENTION).pre_ln,
    "enc-norm-on-sublayer-output": LAYER.norm_on_output,
}

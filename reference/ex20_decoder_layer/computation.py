"""Asked of exercise 20's layer: self-attention, cross-attention to the memory, FFN, each x + f(norm(x))."""

from grader.authoring import Asked, Case, Draw, Layer, Sublayer, attention, feed_forward, given, one_pass

from .cases import DIM, HEADS, SIZES, SOURCE, TARGET, blocked, causal

RATE = 0.3


def case(draw: Draw) -> Case:
    """One pass in eval mode: x [2, 4, 12], memory [2, 5, 12], both masks."""
    masks = {TARGET: causal(4), SOURCE: blocked("...xx", ".x...")}
    x, memory = draw.normal(2, 4, DIM), draw.normal(2, 5, DIM)
    return one_pass(draw, "DecoderLayer", {**SIZES, "dropout": RATE}, x, memory, **masks)


def attend(x: Asked, memory: Asked, mask: str, role: str) -> Asked:
    """One of the layer's two attentions."""
    return attention(x, memory, memory, given(mask), role, DIM, HEADS, RATE)[0]


SELF = Sublayer(lambda n: attend(n, n, TARGET, "self_attn").named("a"), "self_norm", "n")
CROSS = Sublayer(lambda m: attend(m, given("memory"), SOURCE, "cross_attn").named("c"), "cross_norm", "m")
FFN = Sublayer(lambda k: feed_forward(k, "ffn", rate=RATE).named("f"), "ffn_norm", "k")
LAYER = Layer(h=SELF, g=CROSS, y=FFN)
computation = LAYER.pre_ln
WRONG = {"dec-post-ln": LAYER.post_ln, "dec-cross-before-self": Layer(g=CROSS, h=SELF, y=FFN).pre_ln}

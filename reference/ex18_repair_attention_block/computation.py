"""Asked of exercise 18: the Post-LN layer around torch's attention module, padded keys blocked."""

from grader.authoring import Case, Draw, Layer, Sublayer, attention, dropout, feed_forward, given, one_pass

from .cases import DIM, ENTRY, HEADS, SIZES, padding

RATE = 0.3


def case(draw: Draw) -> Case:
    """One pass in eval mode with padding, x: [2, 5, 12]."""
    is_pad = padding("...xx", "..x..")
    return one_pass(draw, ENTRY, {**SIZES, "dropout": RATE}, draw.normal(2, 5, DIM), is_pad=is_pad)


SELF = Sublayer(
    lambda x: dropout(attention(x, x, x, given("is_pad"), "self_attn", DIM, HEADS, RATE)[0].named("a"), RATE),
    "norm1",
    "n",
)
FFN = Sublayer(lambda x: feed_forward(x, "ffn", rate=RATE).named("f"), "norm2", "m")
BLOCK = Layer(h=SELF, y=FFN)
computation = BLOCK.post_ln
WRONG = {"torch-rewritten-as-preln": BLOCK.pre_ln}

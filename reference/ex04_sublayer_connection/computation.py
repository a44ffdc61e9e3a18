"""Asked of exercise 4: x + sublayer(norm(x)) where norm_first is True."""

from grader.authoring import Asked, Case, Draw, Layer, Sublayer, called, dropout, one_pass

from .cases import DIM, NAME, SHAPE, tanh

SIZES = {"dim": DIM, "dropout": 0.3, "norm_first": True}


def case(draw: Draw) -> Case:
    """One Pre-LN pass in eval mode around tanh(x W), x: [2, 5, 6]."""
    return one_pass(draw, NAME, SIZES, draw.normal(*SHAPE, mean=0.5), tanh(draw))


def change(x: Asked) -> Asked:
    """What the sub-layer returns."""
    return called("sublayer", x).named("f")


PLAIN = Layer(y=Sublayer(change, "norm"))
computation = Layer(y=Sublayer(lambda x: dropout(change(x), SIZES["dropout"]), "norm")).pre_ln
WRONG = {"res-postln-for-preln": PLAIN.post_ln, "res-norm-on-sublayer-output": PLAIN.norm_on_output}

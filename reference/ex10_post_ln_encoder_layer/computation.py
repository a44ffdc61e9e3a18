"""Asked of exercise 10: h = norm(x + attention(x)), y = norm(h + ffn(h))."""

from functools import partial

from ..ex08_encoder_layer.computation import LAYER
from ..ex08_encoder_layer.computation import case as pass_through
from .cases import ENTRY

case = partial(pass_through, entry=ENTRY)
computation = LAYER.post_ln
WRONG = {
    "post-is-pre-ln": LAYER.pre_ln,
    "post-norm-before-add": LAYER.norm_on_output,
    "post-pre-and-post": LAYER.pre_and_post_ln,
}

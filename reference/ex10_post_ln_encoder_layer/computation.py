"""Asked of exercise 10: h = norm(x + attention(x)), y = norm(h + ffn(h))."""

from collections.abc import Callable, Mapping

from grader.authoring import Asked, Case, Draw, add, given, norm

from ..ex08_encoder_layer import computation as pre_ln
from .cases import ENTRY

computation = pre_ln.post_ln


def pre_and_post() -> Asked:
    """Norms before the sub-layers and behind the sums."""
    x = given("x")
    n = norm(x, "attn_norm").named("n")
    h = norm(add(x, pre_ln.attend(n)).named("s"), "attn_norm").named("h")
    return norm(add(h, pre_ln.feed(norm(h, "ffn_norm").named("m"))).named("t"), "ffn_norm").named("y")


WRONG: Mapping[str, Callable[[], Asked]] = {
    "post-is-pre-ln": pre_ln.computation,
    "post-norm-before-add": pre_ln.norm_on_output,
    "post-pre-and-post": pre_and_post,
}


def case(draw: Draw) -> Case:
    """One masked forward pass in eval mode, x: [2, 5, 12]."""
    return pre_ln.case(draw, ENTRY)

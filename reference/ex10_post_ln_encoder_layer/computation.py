"""Asked of exercise 10: h = norm(x + attention(x)), y = norm(h + ffn(h))."""

from collections.abc import Callable, Mapping

from grader.authoring import Asked, Case, Draw

from ..ex08_encoder_layer import computation as pre_ln
from .cases import ENTRY

computation = pre_ln.post_ln
WRONG: Mapping[str, Callable[[], Asked]] = {
    "post-is-pre-ln": pre_ln.computation,
}


def case(draw: Draw) -> Case:
    """One masked forward pass in eval mode, x: [2, 5, 12]."""
    return pre_ln.case(draw, ENTRY)

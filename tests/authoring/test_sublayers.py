"""A layer is its sub-layers; each design puts the norms and the sums in its own places."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.authoring import Asked, Layer, Sublayer, called

LAYER = Layer(
    h=Sublayer(lambda x: called("f", x).named("a"), "first", "n"),
    y=Sublayer(lambda x: called("g", x).named("b"), "second", "m"),
)


def written(value: Asked) -> str:
    """The computation, with the names of its steps."""
    inner = value.inputs or value.args
    body = f"{value.whole or value.part}({', '.join(written(arg) for arg in inner)})" if inner else value.role
    return f"{value.name}={body}" if value.name and inner else body


@pytest.mark.parametrize(
    ("design", "text"),
    [
        (
            LAYER.pre_ln,
            "y=add(h=add(x, a=f(n=LayerNorm(x))), b=g(m=LayerNorm(h=add(x, a=f(n=LayerNorm(x))))))",
        ),
        (
            LAYER.post_ln,
            "y=LayerNorm(t=add(h=LayerNorm(s=add(x, a=f(x))), b=g(h=LayerNorm(s=add(x, a=f(x))))))",
        ),
        (LAYER.parallel, "y=add(h=add(x, a=f(n=LayerNorm(x))), b=g(m=LayerNorm(x)))"),
        (
            Layer(y=LAYER.sublayers["h"]).pre_and_post_ln,
            "y=LayerNorm(s=add(x, a=f(n=LayerNorm(x))))",
        ),
        (Layer(y=LAYER.sublayers["h"]).norm_on_output, "y=add(x, n=LayerNorm(a=f(x)))"),
    ],
)
def test_a_design_says_where_norms_and_sums_stand(design: Callable[[], Asked], text: str) -> None:
    """Each design is the formula that its docstring gives, with the steps named."""
    assert written(design()) == text


def test_a_value_that_is_used_twice_is_one_value() -> None:
    """What a sub-layer changes is the very value that its result is added to."""
    total = LAYER.pre_ln()
    skip, changed = total.args
    assert changed.inputs[0].inputs[0] is skip

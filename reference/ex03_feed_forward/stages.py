"""Stages of exercise 3: hidden, activated, output."""

from collections.abc import Mapping

import torch
from torch import Tensor

from grader.authoring import Build, Call, Case, Draw, Stage, Text

from .cases import B1, B2, DIM, SIZES, W1, W2


def case(draw: Draw) -> Case:
    """One forward pass in eval mode, x: [2, 5, 6]."""
    build = Build("FeedForward", SIZES, seed=draw.seed(), weights=draw.weights())
    return Case("stages", (build, Call("call", (draw.normal(2, 5, DIM),), on="module")))


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one pass; weights by role, float64."""
    call = case.steps[1]
    assert isinstance(call, Call)
    x = call.args[0]
    hidden = x @ weights[W1].T + weights[B1]
    activated = torch.relu(hidden)
    output = activated @ weights[W2].T + weights[B2]

    def narrowed(inside: Tensor) -> Tensor:
        return inside @ weights[W2].T + weights[B2]

    activated_first = torch.relu(x) @ weights[W1].T + weights[B1]
    return (
        Stage(
            "hidden",
            (hidden,),
            slips=((_NO_BIAS, torch.relu(x @ weights[W1].T)), (_RELU_FIRST, activated_first)),
        ),
        Stage(
            "activated",
            (activated,),
            needs=("hidden",),
            slips=(
                (_GELU, torch.nn.functional.gelu(hidden)),
                (_SIGMOID, narrowed(torch.sigmoid(hidden))),
                (_NONE, narrowed(hidden)),
            ),
        ),
        Stage("output", (output,), needs=("activated",), slips=((_RESIDUAL, output + x),)),
    )


# Slips are values that no right computation passes through on its way.
_NO_BIAS = Text("yours is x W1 without b1", "你的结果是没有加 b1 的 x W1")
_RELU_FIRST = Text(
    "yours applies the activation before the first Linear", "你在第一个 Linear 之前就用了激活函数"
)
_GELU = Text("yours is the GELU of it, not the ReLU", "你用的是 GELU，而不是 ReLU")
_SIGMOID = Text("yours is the sigmoid of it, not the ReLU", "你用的是 sigmoid，而不是 ReLU")
_NONE = Text("yours goes on without an activation", "你没有用激活函数就继续往下算了")
_RESIDUAL = Text("yours has x added to it", "你的结果多加了一个 x")

"""Stages of exercise 4: the normalised input, the sub-layer's output, the output; in Pre-LN."""

from collections.abc import Mapping

import torch
from torch import Tensor

from grader.authoring import Build, Call, Case, Draw, Stage, Text

from .cases import DIM, NAME, SHAPE, tanh


def case(draw: Draw) -> Case:
    """One Pre-LN pass in eval mode around tanh(x W), x: [2, 5, 6]."""
    build = Build(NAME, {"dim": DIM, "norm_first": True}, seed=draw.seed(), weights=draw.weights())
    return Case("stages", (build, Call("call", (draw.normal(*SHAPE, mean=0.5), tanh(draw)), on="module")))


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one pass; weights by role, float64."""
    call = case.steps[1]
    assert isinstance(call, Call)
    x, inner = call.args[0], call.args[1].values["weight"]

    def norm(t: Tensor) -> Tensor:
        return torch.nn.functional.layer_norm(t, (DIM,), weights["norm.weight"], weights["norm.bias"])

    normed = norm(x)
    change, bare = torch.tanh(normed @ inner), torch.tanh(x @ inner)
    return (
        Stage(
            "normalised_input",
            (normed,),
            slips=(
                (_AROUND, norm(x + bare)),
                (_ON_CHANGE, norm(bare)),
                (_BARE, bare),
            ),
        ),
        Stage(
            "sublayer_output",
            (change,),
            needs=("normalised_input",),
            slips=((_BARE, bare), (_TWICE, norm(normed))),
        ),
        Stage(
            "output",
            (x + change,),
            needs=("sublayer_output",),
            slips=(
                (_FROM_NORMED, normed + change),
                (_SUBTRACTED, x - change),
                (_SUBTRACTED, change - x),
                (_MULTIPLIED, x * change),
                (_CONCATENATED, torch.cat((x, change), -1)),
                (_NORMED_CHANGE, x + norm(change)),
            ),
        ),
    )


_AROUND = Text("yours normalises the sum, which is Post-LN", "你归一化的是相加之后的和，那是 Post-LN")
_ON_CHANGE = Text("yours normalises what the sub-layer returns", "你归一化的是子层的输出")
_BARE = Text("yours gives x itself to the sub-layer", "你把 x 原样送进了子层")
_TWICE = Text("yours normalises twice", "你归一化了两次")
_FROM_NORMED = Text("yours starts the skip from the normalised x", "你的残差支路是从归一化之后的 x 出发的")
_SUBTRACTED = Text("yours subtracts instead of adding", "你做的是相减，而不是相加")
_MULTIPLIED = Text("yours multiplies instead of adding", "你做的是相乘，而不是相加")
_CONCATENATED = Text("yours concatenates instead of adding", "你做的是拼接，而不是相加")
_NORMED_CHANGE = Text(
    "yours normalises the sub-layer's output before it adds", "你在相加之前归一化了子层的输出"
)

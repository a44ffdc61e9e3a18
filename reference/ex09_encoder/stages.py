"""Stages of exercise 9: first_layer, last_layer, final_norm."""

from collections.abc import Mapping, Sequence
from functools import reduce

import torch
import torch.nn.functional as F
from torch import Tensor

from grader.authoring import Call, Case, Draw, Stage, Text

from .cases import DIM, LAYERS, MASK, NORM_BIAS, NORM_WEIGHT, blocked, stack


def case(draw: Draw) -> Case:
    """One masked forward pass of three spying layers, x: [2, 5, 6]."""
    call = Call("call", (draw.normal(2, 5, DIM),), {MASK: blocked("...xx", ".x...")}, on="module")
    return Case("stages", (stack(draw), call))


def layer(x: Tensor, weight: Tensor, mask: Tensor | None) -> Tensor:
    """What a spying layer makes of x: [B, S, D]."""
    y = x + torch.tanh(x @ weight.T)
    if mask is None:
        return y
    return y + (x * ~mask.reshape(*x.shape[:2], 1)).mean(dim=1, keepdim=True)


def run(x: Tensor, weights: Sequence[Tensor], masks: Sequence[Tensor | None]) -> Tensor:
    """All layers in a row."""
    return reduce(lambda h, pair: layer(h, *pair), zip(weights, masks, strict=True), x)


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one pass; weights by role, float64."""
    call = case.steps[1]
    assert isinstance(call, Call)
    x, mask = call.args[0], call.kwargs[MASK]
    maps = [weights[f"layers.{i}.map.weight"] for i in range(LAYERS)]

    def norm(y: Tensor) -> Tensor:
        return F.layer_norm(y, (DIM,), weights[NORM_WEIGHT], weights[NORM_BIAS])

    last = run(x, maps, [mask] * LAYERS)
    between = reduce(lambda h, w: norm(layer(h, w, mask)), maps, x)
    doubled = reduce(lambda h, w: h + layer(h, w, mask), maps, x)
    return (
        Stage(
            "first_layer",
            (layer(x, maps[0], mask),),
            slips=(
                (_UNMASKED, layer(x, maps[0], None)),
                (_LAST_FIRST, layer(x, maps[-1], mask)),
                (_NORM_FIRST, norm(x)),
            ),
        ),
        Stage(
            "last_layer",
            (last,),
            needs=("first_layer",),
            slips=(
                (_MASK_ONCE, run(x, maps, [mask, *[None] * (LAYERS - 1)])),
                (_ONE_LAYER, run(x, [maps[0]] * LAYERS, [mask] * LAYERS)),
                (_INPUT_EACH, layer(x, maps[-1], mask)),
                (_NORM_BETWEEN, between),
                (_DOUBLED, doubled),
            ),
        ),
        Stage(
            "final_norm",
            (norm(last),),
            needs=("last_layer",),
            slips=((_SKIP, norm(last + x)),),
        ),
    )


_UNMASKED = Text("yours is without the mask", "你的结果没有用掩码")
_LAST_FIRST = Text("yours begins with the last layer", "你从最后一层开始了")
_NORM_FIRST = Text("yours applies final_norm to x first", "你先对 x 用了 final_norm")
_MASK_ONCE = Text("yours gives the mask to the first layer only", "你只把掩码交给了第一层")
_ONE_LAYER = Text("yours runs the first layer again and again", "你反复运行的是第一层")
_INPUT_EACH = Text("yours gives the encoder's input to the last layer", "你交给最后一层的是编码器的输入")
_NORM_BETWEEN = Text("yours normalises after every layer", "你在每一层之后都做了归一化")
_DOUBLED = Text("yours adds each layer's input once more", "你又加了一遍每一层的输入")
_SKIP = Text("yours adds the encoder's input before the norm", "你在归一化之前加上了编码器的输入")

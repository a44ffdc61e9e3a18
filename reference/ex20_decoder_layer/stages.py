"""Stages of exercise 20: norm, attention or FFN, and sum, three times."""

from collections.abc import Mapping

import torch
from torch import Tensor

from grader.authoring import Call, Case, Draw, Stage, Text

from .cases import DIM, SIZES, SOURCE, TARGET, Layers, blocked, causal
from .solution import DecoderLayer


def case(draw: Draw) -> Case:
    """One forward pass in eval mode with both masks, x: [2, 4, 12], memory: [2, 5, 12]."""
    masks = {TARGET: causal(4), SOURCE: blocked("...xx", ".x...")}
    call = Call("call", (draw.normal(2, 4, DIM), draw.normal(2, 5, DIM)), masks, on="module")
    return Case("stages", (Layers(draw).build(), call))


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one pass; weights by role, float64."""
    call = case.steps[1]
    assert isinstance(call, Call)
    layer = DecoderLayer(**SIZES).double()
    layer.load_state_dict(weights)
    with torch.no_grad():
        x, memory = call.args
        return _stages(layer, x, memory, call.kwargs[TARGET], call.kwargs[SOURCE])


def _stages(m: DecoderLayer, x: Tensor, memory: Tensor, target: Tensor, source: Tensor) -> tuple[Stage, ...]:
    n = m.self_norm(x)
    own = m.self_attn(n, n, n, target)[0]
    h = x + own
    q = m.cross_norm(h)
    read = m.cross_attn(q, memory, memory, source)[0]
    g = h + read
    k = m.ffn_norm(g)
    fed = m.ffn(k)
    normed = m.cross_norm(memory)
    return (
        Stage("self_norm", (n,), slips=((_OTHER_NORM, m.cross_norm(x)), (_OTHER_NORM, m.ffn_norm(x)))),
        Stage(
            "self_attention",
            (own,),
            needs=("self_norm",),
            slips=(
                (_NO_MASK, m.self_attn(n, n, n)[0]),
                (_INVERTED, m.self_attn(n, n, n, ~target)[0]),
                (_RAW_KEYS, m.self_attn(n, x, x, target)[0]),
                (_RAW_VALUES, m.self_attn(n, n, x, target)[0]),
                (_NOT_NORMED, m.self_attn(x, x, x, target)[0]),
            ),
        ),
        Stage("first_residual", (h,), needs=("self_attention",), slips=((_FROM_NORMED, n + own),)),
        Stage(
            "cross_norm",
            (q,),
            needs=("first_residual",),
            slips=(
                (_OTHER_NORM, m.self_norm(h)),
                (_OTHER_NORM, m.ffn_norm(h)),
                (_OF_THE_INPUT, m.cross_norm(x)),
            ),
        ),
        Stage(
            "cross_attention",
            (read,),
            needs=("cross_norm",),
            slips=(
                (_OWN_KEYS, m.cross_attn(q, q, q)[0]),
                (_OWN_KEYS, m.cross_attn(q, q, q, target)[0]),
                (_MEMORY_NORMED, m.cross_attn(q, normed, normed, source)[0]),
                (_NO_SOURCE_MASK, m.cross_attn(q, memory, memory)[0]),
                (_INVERTED, m.cross_attn(q, memory, memory, ~source)[0]),
                (_OTHER_ATTENTION, m.self_attn(q, memory, memory, source)[0]),
                (_NOT_NORMED, m.cross_attn(h, memory, memory, source)[0]),
            ),
        ),
        Stage(
            "second_residual",
            (g,),
            needs=("cross_attention",),
            slips=((_FROM_NORMED, q + read), (_STALE, x + read)),
        ),
        Stage(
            "ffn_norm",
            (k,),
            needs=("second_residual",),
            slips=((_OTHER_NORM, m.self_norm(g)), (_OTHER_NORM, m.cross_norm(g))),
        ),
        Stage("ffn", (fed,), needs=("ffn_norm",), slips=((_NOT_NORMED, m.ffn(g)),)),
        Stage(
            "output",
            (g + fed,),
            needs=("ffn",),
            slips=((_FROM_NORMED, k + fed), (_STALE, h + fed), (_STALE, x + fed)),
        ),
    )


_OTHER_NORM = Text("yours comes from another of the three norms", "你用的是三个归一化中的另一个")
_OF_THE_INPUT = Text(
    "yours normalises the layer's input, not the sum", "你归一化的是这一层的输入，而不是相加之后的和"
)
_NO_MASK = Text("yours attends without the target mask", "你的注意力没有用目标端掩码")
_NO_SOURCE_MASK = Text("yours attends without the source mask", "你的注意力没有用源端掩码")
_INVERTED = Text("yours looks exactly where the mask blocks", "你看的恰好是被掩码屏蔽的地方")
_RAW_KEYS = Text("yours takes keys and values from x before the norm", "你的键和值取自归一化之前的 x")
_RAW_VALUES = Text("yours takes the values from x before the norm", "你的值取自归一化之前的 x")
_NOT_NORMED = Text("yours is given what has not been normalised", "你送进去的是没有归一化的张量")
_FROM_NORMED = Text("yours adds to the normalised tensor", "你是加到归一化之后的张量上的")
_STALE = Text("yours adds to an earlier tensor than the last sum", "你加上的不是上一次的和，而是更早的张量")
_OWN_KEYS = Text(
    "yours takes keys and values from the target, not from memory", "你的键和值取自目标端，而不是 memory"
)
_MEMORY_NORMED = Text("yours normalises memory once more", "你把 memory 又归一化了一次")
_OTHER_ATTENTION = Text("yours runs the self-attention module again", "你又用了一次自注意力模块")

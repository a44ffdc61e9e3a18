"""Stages of exercise 18: attention, sum and norm, FFN, sum and norm."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from grader.authoring import Call, Case, Draw, Stage, Text

from .cases import DIM, SIZES, build, call, padding
from .solution import TransformerEncoderBlock


def case(draw: Draw) -> Case:
    """One forward pass in eval mode with padding, x: [4, 4, 12], so that a padding mask fits attn_mask."""
    mask = padding("...x", "..xx", "....", ".x..")
    return Case("stages", (build(draw), call("call", draw.normal(4, 4, DIM), mask)))


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one pass; weights by role, float64."""
    step = case.steps[1]
    assert isinstance(step, Call)
    module: Any = TransformerEncoderBlock(**SIZES).double().eval()
    module.load_state_dict(weights)
    with torch.no_grad():
        return _stages(module, step.args[0], step.kwargs["is_pad"])


def _stages(m: Any, x: Tensor, is_pad: Tensor) -> tuple[Stage, ...]:
    def attention(t: Tensor, **masks: Tensor) -> Tensor:
        return m.self_attn(t, t, t, **masks)[0]

    right = attention(x, key_padding_mask=is_pad)
    h = m.norm1(x + right)
    fed = m.ffn(h)
    across = x.transpose(0, 1)
    return (
        Stage(
            "attention",
            (right,),
            slips=(
                (_ACROSS, attention(across)),
                (_ACROSS, attention(across, attn_mask=is_pad)),
                (_ACROSS, attention(across, key_padding_mask=is_pad)),
                (_ACROSS, attention(across, key_padding_mask=is_pad.T)),
                (_QUERY_TABLE, attention(x, attn_mask=is_pad)),
                (_NO_MASK, attention(x)),
                (_INVERTED, attention(x, key_padding_mask=~is_pad)),
                (_ADDED, attention(x, key_padding_mask=is_pad.to(x.dtype))),
                (_NORMED, attention(m.norm1(x), key_padding_mask=is_pad)),
            ),
        ),
        Stage(
            "first_sum",
            (x + right,),
            needs=("attention",),
            slips=(
                (_NO_RESIDUAL, m.norm1(right)),
                (_NORM_INSIDE, x + m.norm1(right)),
                (_TWICE, x + right + right),
            ),
        ),
        Stage("first_norm", (h,), needs=("first_sum",), slips=((_OTHER_NORM, m.norm2(x + right)),)),
        Stage("ffn", (fed,), needs=("first_norm",), slips=((_NOT_NORMED, m.ffn(x + right)),)),
        Stage(
            "second_sum",
            (h + fed,),
            needs=("ffn",),
            slips=((_FROM_X, x + fed), (_NO_RESIDUAL, m.norm2(fed)), (_FROM_SUM, x + right + fed)),
        ),
        Stage("output", (m.norm2(h + fed),), needs=("second_sum",), slips=((_OTHER_NORM, m.norm1(h + fed)),)),
    )


_ACROSS = Text(
    "yours attends across the batch, not along the sentence", "你的注意力跨着 batch 走，而不是沿着句子走"
)
_QUERY_TABLE = Text(
    "yours takes the padding mask for a table of queries and keys", "你把填充掩码当成了查询对键的表"
)
_NO_MASK = Text("yours attends to padding as well", "你的注意力也看了填充")
_INVERTED = Text("yours attends to padding alone", "你的注意力只看了填充")
_ADDED = Text("yours adds the mask to the scores instead of blocking", "你把掩码加到了分数上，而不是屏蔽")
_NORMED = Text(
    "yours is given what norm1 has normalised, as in Pre-LN", "你送进去的是 norm1 归一化之后的，那是 Pre-LN"
)
_NO_RESIDUAL = Text("yours goes on without the residual", "你没有加残差就继续往下算了")
_NORM_INSIDE = Text(
    "yours normalises the sub-layer's output before the sum", "你在相加之前先归一化了子层的输出"
)
_TWICE = Text("yours adds the attention's output twice", "你把注意力的输出加了两次")
_OTHER_NORM = Text("yours uses the other norm", "你用的是另一个归一化")
_NOT_NORMED = Text("yours is given the sum before norm1", "你送进去的是 norm1 之前的和")
_FROM_X = Text("yours adds to x, not to what norm1 gave", "你加到了 x 上，而不是 norm1 的结果上")
_FROM_SUM = Text("yours adds to the sum before norm1", "你加到了 norm1 之前的和上")

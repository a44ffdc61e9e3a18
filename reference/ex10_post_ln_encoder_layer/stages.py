"""Stages of exercise 10: attention, first_sum, attention_norm, ffn, second_sum, output."""

from collections.abc import Mapping

from torch import Tensor
from torch.nn import functional as F

from grader.authoring import Case, Draw, Stage, Text

from ..ex08_encoder_layer.stages import Parts, layer_pass
from .cases import ENTRY


def case(draw: Draw) -> Case:
    """One masked forward pass in eval mode, x: [2, 5, 12]."""
    return layer_pass(draw, ENTRY)


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one pass; weights by role, float64."""
    parts = Parts(case, weights)
    x, mask = parts.x, parts.mask
    attended = parts.attention(x, mask=mask)
    first_sum = x + attended
    h = parts.norm("attn_norm", first_sum)
    fed = parts.ffn(h)
    second_sum = h + fed
    normed_first = parts.norm("attn_norm", x)
    return (
        Stage(
            "attention",
            (attended,),
            slips=((_NORMED_FIRST, parts.attention(normed_first, mask=mask)), *parts.attention_slips(x)),
        ),
        Stage(
            "first_sum",
            (first_sum,),
            needs=("attention",),
            slips=(
                (_NORM_OF_OUTPUT, parts.norm("attn_norm", attended)),
                (_ADDED_TO_NORMED, normed_first + attended),
            ),
        ),
        Stage(
            "attention_norm",
            (h,),
            needs=("first_sum",),
            slips=(
                (_OTHER_NORM, parts.norm("ffn_norm", first_sum)),
                *parts.norm_slips("attn_norm", first_sum),
                (_FFN_OF_SUM, parts.ffn(first_sum)),
            ),
        ),
        Stage(
            "ffn",
            (fed,),
            needs=("attention_norm",),
            slips=(
                (_NORMED_AGAIN, parts.ffn(parts.norm("ffn_norm", h))),
                (_NO_ACTIVATION, parts.ffn(h, lambda t: t)),
                (_GELU, parts.ffn(h, F.gelu)),
            ),
        ),
        Stage(
            "second_sum",
            (second_sum,),
            needs=("attention_norm", "ffn"),
            slips=(
                (_ADDED_TO_X, x + fed),
                (_ADDED_TO_SUM, first_sum + fed),
                (_FFN_ALONE, parts.norm("ffn_norm", fed)),
            ),
        ),
        Stage(
            "output",
            (parts.norm("ffn_norm", second_sum),),
            needs=("second_sum",),
            slips=(
                (_FIRST_NORM_AGAIN, parts.norm("attn_norm", second_sum)),
                *parts.norm_slips("ffn_norm", second_sum),
            ),
        ),
    )


_NORMED_FIRST = Text("yours normalises x before the attention", "你在注意力之前先归一化了 x")
_NORM_OF_OUTPUT = Text(
    "yours normalises the attention's output, without x", "你归一化的是注意力的输出，没有先加上 x"
)
_ADDED_TO_NORMED = Text("yours is added to a normalised x", "你把结果加到了归一化之后的 x 上")
_OTHER_NORM = Text("yours has the weights of ffn_norm", "你用的是 ffn_norm 的权重")
_FFN_OF_SUM = Text("yours sends the sum into the FFN without a norm", "你没有归一化，就把和送进了 FFN")
_NORMED_AGAIN = Text("yours normalises once more before the FFN", "你在 FFN 之前又做了一次归一化")
_NO_ACTIVATION = Text("yours has no activation", "你的 FFN 没有激活函数")
_GELU = Text("yours uses GELU, not ReLU", "你用的是 GELU，而不是 ReLU")
_ADDED_TO_X = Text("yours is added to the layer's input x", "你把结果加到了这一层的输入 x 上")
_ADDED_TO_SUM = Text(
    "yours is added to the first sum as it was before its norm", "你把结果加到了归一化之前的第一个和上"
)
_FFN_ALONE = Text("yours normalises the FFN's output alone", "你归一化的只是 FFN 的输出")
_FIRST_NORM_AGAIN = Text("yours uses attn_norm once more", "你又用了一次 attn_norm")

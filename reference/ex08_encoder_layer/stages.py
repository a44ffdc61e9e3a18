"""Stages of exercise 8: attention_norm, attention, first_residual, ffn_norm, ffn, output."""

from collections.abc import Callable, Mapping

import torch
import torch.nn.functional as F
from torch import Tensor

from grader.authoring import Build, Call, Case, Draw, Stage, Text

from .cases import DIM, ENTRY, HEADS, MASK, SIZES, blocked

Slip = tuple[Text, Tensor]


def case(draw: Draw) -> Case:
    """One masked forward pass in eval mode, x: [2, 5, 12]."""
    return layer_pass(draw, ENTRY)


def layer_pass(draw: Draw, entry: str) -> Case:
    """The pass that is traced, of either design."""
    build = Build(entry, SIZES, seed=draw.seed(), weights=draw.weights())
    call = Call("call", (draw.normal(2, 5, DIM),), {MASK: blocked("...xx", ".x...")}, on="module")
    return Case("stages", (build, call))


class Parts:
    """The four parts of a layer as functions of these weights."""

    def __init__(self, case: Case, weights: Mapping[str, Tensor]) -> None:
        call = case.steps[1]
        assert isinstance(call, Call)
        self.x: Tensor = call.args[0]
        self.mask: Tensor = call.kwargs[MASK]
        self.weights = weights

    def norm(self, name: str, x: Tensor) -> Tensor:
        """LayerNorm with the weights of the norm of this name."""
        return F.layer_norm(x, x.shape[-1:], self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def unbiased(self, name: str, x: Tensor) -> Tensor:
        """The same norm with the variance divided by D - 1."""
        normalised = (x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True) + 1e-5).sqrt()
        return normalised * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def std_plus_eps(self, name: str, x: Tensor) -> Tensor:
        """The same norm divided by x.std() + eps."""
        normalised = (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + 1e-5)
        return normalised * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def norm_slips(self, name: str, x: Tensor) -> tuple[Slip, ...]:
        """What hand-written norms make of x."""
        return ((_UNBIASED, self.unbiased(name, x)), (_STD_PLUS_EPS, self.std_plus_eps(name, x)))

    def attention(
        self,
        query: Tensor,
        value: Tensor | None = None,
        mask: Tensor | None = None,
        width: int = DIM // HEADS,
    ) -> Tensor:
        """Multi-head attention scaled by the root of `width`; keys are the queries, values too by default."""
        q, k = self._heads("q", query), self._heads("k", query)
        v = self._heads("v", query if value is None else value)
        scores = q @ k.mT / width**0.5
        if mask is not None:
            scores = scores.masked_fill(mask, -torch.inf)
        return self._linear("out", (scores.softmax(-1) @ v).transpose(1, 2).flatten(2))

    def ffn(self, x: Tensor, activation: Callable[[Tensor], Tensor] = torch.relu) -> Tensor:
        """The position-wise network."""
        w = self.weights
        hidden = activation(F.linear(x, w["ffn.net.0.weight"], w["ffn.net.0.bias"]))
        return F.linear(hidden, w["ffn.net.3.weight"], w["ffn.net.3.bias"])

    def attention_slips(self, n: Tensor) -> tuple[Slip, ...]:
        """What the attention gives where it is fed n, but told something wrong about the mask."""
        return (
            (_UNMASKED, self.attention(n)),
            (_INVERTED, self.attention(n, mask=~self.mask)),
            (_SCALED_BY_DIM, self.attention(n, mask=self.mask, width=DIM)),
            (_NOT_SCALED, self.attention(n, mask=self.mask, width=1)),
        )

    def _heads(self, name: str, x: Tensor) -> Tensor:
        return self._linear(name, x).unflatten(-1, (HEADS, -1)).transpose(1, 2)

    def _linear(self, name: str, x: Tensor) -> Tensor:
        role = f"self_attn.{name}_proj"
        return F.linear(x, self.weights[f"{role}.weight"], self.weights[f"{role}.bias"])


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one pass; weights by role, float64."""
    parts = Parts(case, weights)
    x, mask = parts.x, parts.mask
    n = parts.norm("attn_norm", x)
    attended = parts.attention(n, mask=mask)
    h = x + attended
    m = parts.norm("ffn_norm", h)
    fed = parts.ffn(m)
    raw = parts.attention(x, mask=mask)
    return (
        Stage(
            "attention_norm",
            (n,),
            slips=(
                (_OTHER_NORM, parts.norm("ffn_norm", x)),
                *parts.norm_slips("attn_norm", x),
                (_ATTENTION_OF_X, raw),
            ),
        ),
        Stage(
            "attention",
            (attended,),
            needs=("attention_norm",),
            slips=(
                *parts.attention_slips(n),
                (_VALUES_OF_X, parts.attention(n, x, mask)),
                (_ATTENTION_OF_X, raw),
            ),
        ),
        Stage(
            "first_residual",
            (h,),
            needs=("attention_norm", "attention"),
            slips=(
                (_ADDED_TO_NORMED, n + attended),
                (_NORMED_SUM, parts.norm("attn_norm", h)),
                (_WITHOUT_X, parts.norm("ffn_norm", attended)),
            ),
        ),
        Stage(
            "ffn_norm",
            (m,),
            needs=("first_residual",),
            slips=(
                (_FIRST_NORM_AGAIN, parts.norm("attn_norm", h)),
                (_NORM_OF_X, parts.norm("ffn_norm", x)),
                *parts.norm_slips("ffn_norm", h),
                (_FFN_OF_SUM, parts.ffn(h)),
            ),
        ),
        Stage(
            "ffn",
            (fed,),
            needs=("ffn_norm",),
            slips=(
                (_FFN_OF_SUM, parts.ffn(h)),
                (_NO_ACTIVATION, parts.ffn(m, lambda t: t)),
                (_GELU, parts.ffn(m, F.gelu)),
            ),
        ),
        Stage(
            "output",
            (h + fed,),
            needs=("first_residual", "ffn"),
            slips=(
                (_ADDED_TO_X, x + fed),
                (_ADDED_TO_NORMED, m + fed),
                (_NOT_ADDED, parts.norm("ffn_norm", h + fed)),
            ),
        ),
    )


_OTHER_NORM = Text("yours has the weights of ffn_norm", "你用的是 ffn_norm 的权重")
_UNBIASED = Text("yours divides the variance by D-1", "你的方差除以了 D-1")
_STD_PLUS_EPS = Text("yours divides by std + eps", "你除以的是 std + eps")
_SCALED_BY_DIM = Text(
    "yours is scaled by the root of D instead of Dh", "你用 D 的平方根缩放，而不是 Dh 的平方根"
)
_NOT_SCALED = Text("yours is not scaled by the root of Dh", "你没有除以 Dh 的平方根")
_ATTENTION_OF_X = Text("yours sends x itself into the attention", "你把 x 本身送进了注意力")
_UNMASKED = Text("yours is without the mask", "你的结果没有用掩码")
_INVERTED = Text("yours attends to what the mask blocks", "你关注的恰好是掩码屏蔽的位置")
_VALUES_OF_X = Text(
    "yours takes the values from x instead of the normalised x", "你的 value 取自 x，而不是归一化之后的 x"
)
_ADDED_TO_NORMED = Text("yours is added to the normalised tensor", "你把结果加到了归一化之后的张量上")
_NORMED_SUM = Text("yours is normalised after the addition", "你在相加之后又做了归一化")
_FIRST_NORM_AGAIN = Text("yours uses attn_norm once more", "你又用了一次 attn_norm")
_NORM_OF_X = Text("yours normalises the layer's input x", "你归一化的是这一层的输入 x")
_WITHOUT_X = Text("yours goes on with the attention's output alone", "你没有加 x，直接用注意力的输出往下算")
_FFN_OF_SUM = Text("yours sends the sum into the FFN without a norm", "你没有归一化，就把和送进了 FFN")
_NO_ACTIVATION = Text("yours has no activation", "你的 FFN 没有激活函数")
_GELU = Text("yours uses GELU, not ReLU", "你用的是 GELU，而不是 ReLU")
_ADDED_TO_X = Text("yours is added to the layer's input x", "你把结果加到了这一层的输入 x 上")
_NOT_ADDED = Text("yours is normalised once more", "你又做了一次归一化")

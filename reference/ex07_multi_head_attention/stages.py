"""Stages of exercise 7, from the projected and split queries, keys and values to the output projection."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from torch import Tensor

from grader.authoring import Build, Call, Case, Draw, Stage, Text

from .cases import DIM, ENTRY, HEADS, KEYS, QUERIES, SIZES, key_mask

Split = Callable[[Tensor], Tensor]


def case(draw: Draw) -> Case:
    """One pass in eval mode: query [3, 5, 8], key and value [3, 7, 8], some keys blocked."""
    build = Build(ENTRY, SIZES, seed=draw.seed(), weights=draw.weights())
    key, value = draw.normal(3, KEYS, DIM), draw.normal(3, KEYS, DIM)
    args = (draw.normal(3, QUERIES, DIM), key, value, key_mask(draw))
    return Case("stages", (build, Call("call", args, on="module")))


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one pass; weights by role, float64."""
    call = case.steps[1]
    assert isinstance(call, Call)
    return Attention(*call.args, weights).stages()


@dataclass(frozen=True)
class Attention:
    """What a pass computes, rightly and in the wrong ways that are known."""

    query: Tensor
    key: Tensor
    value: Tensor
    mask: Tensor
    roles: Mapping[str, Tensor]

    def stages(self) -> tuple[Stage, ...]:
        """The stages in order; what is computed head by head may be seen of the first head alone."""
        q, k, v = (self.heads(n, x) for n, x in zip("qkv", (self.query, self.key, self.value), strict=True))
        raw = q @ k.transpose(-2, -1)
        scores = raw / math.sqrt(q.shape[-1])
        weights = self.softmax(scores)
        heads = weights @ v
        merged = heads.transpose(1, 2).flatten(-2)
        return (
            Stage("query_heads", _each(q), slips=((_NO_BIAS, self.projected("q", self.query, bias=False)),)),
            Stage("key_heads", _each(k), slips=self._wrong_inputs("k", self.key)),
            Stage("value_heads", _each(v), slips=self._wrong_inputs("v", self.value)),
            Stage("scores", _each(scores), ("query_heads", "key_heads"), self._wrong_scores(raw)),
            Stage("weights", _each(weights), ("scores",), self._wrong_weights(scores)),
            Stage("heads_output", _each(heads), ("weights", "value_heads")),
            Stage("merged", (merged,), ("heads_output",)),
            Stage("projected", (self.out(merged),), ("merged",), self._wrong_ways_out(heads, merged)),
        )

    def projected(self, name: str, x: Tensor, *, bias: bool = True) -> Tensor:
        """x: [B, S, D] through one of the projections."""
        out = x @ self.roles[f"{name}_proj.weight"].T
        return out + self.roles[f"{name}_proj.bias"] if bias else out

    def heads(self, name: str, x: Tensor) -> Tensor:
        """Project and split: [B, S, D] -> [B, H, S, Dh]."""
        return _split(self.projected(name, x))

    def softmax(self, scores: Tensor, mask: Tensor | None = None) -> Tensor:
        """The weights of masked scores."""
        return scores.masked_fill(self.mask if mask is None else mask, -math.inf).softmax(dim=-1)

    def out(self, merged: Tensor) -> Tensor:
        """The output projection."""
        return self.projected("out", merged)

    def _wrong_inputs(self, name: str, x: Tensor) -> tuple[tuple[Text, Tensor], ...]:
        others = ((_OF_QUERY, self.query), (_OF_KEY, self.key))
        return (
            *((words, self.projected(name, other)) for words, other in others if other is not x),
            (_SHARED, self.projected("q", x)),
            (_NO_BIAS, self.projected(name, x, bias=False)),
        )

    def _wrong_scores(self, raw: Tensor) -> tuple[tuple[Text, Tensor], ...]:
        q, k = self.projected("q", self.query), self.projected("k", self.key)
        root = math.sqrt(DIM // HEADS)
        return (
            (_BY_MODEL, raw / math.sqrt(DIM)),
            (_BY_WIDTH, raw / root**2),
            (_TIMES, raw * root),
            (_UNSPLIT, _dot(_view, q, k) / root),
            (_INTERLEAVED, _dot(_interleaved, q, k) / root),
            (_UNSCALED, self.softmax(raw)),
        )

    def _wrong_weights(self, scores: Tensor) -> tuple[tuple[Text, Tensor], ...]:
        return (
            (_LATE, scores.softmax(dim=-1).masked_fill(self.mask, 0.0)),
            (_INVERTED, self.softmax(scores, ~self.mask)),
            (_ZERO, scores.masked_fill(self.mask, 0.0).softmax(dim=-1)),
            (_ADDED, (scores + self.mask).softmax(dim=-1)),
            (_IGNORED, scores.softmax(dim=-1)),
            (_OVER_QUERIES, scores.masked_fill(self.mask, -1e9).softmax(dim=-2)),
        )

    def _wrong_ways_out(self, heads: Tensor, merged: Tensor) -> tuple[tuple[Text, Tensor], ...]:
        return (
            (_UNMERGED, self.out(heads.reshape(merged.shape))),
            (_NO_BIAS, self.projected("out", merged, bias=False)),
        )


def _split(x: Tensor) -> Tensor:
    return x.unflatten(-1, (HEADS, -1)).transpose(1, 2)


def _view(x: Tensor) -> Tensor:
    return x.reshape(x.shape[0], HEADS, x.shape[1], -1)


def _interleaved(x: Tensor) -> Tensor:
    return x.unflatten(-1, (-1, HEADS)).permute(0, 3, 1, 2)


def _dot(split: Split, q: Tensor, k: Tensor) -> Tensor:
    return split(q) @ split(k).transpose(-2, -1)


def _each(x: Tensor) -> tuple[Tensor, ...]:
    """All heads, or one of them."""
    return (x, *x.unbind(1))


_NO_BIAS = Text("yours are without the bias", "你的结果没有加偏置")
_OF_QUERY = Text("yours are made of query", "你用的输入是 query")
_OF_KEY = Text("yours are made of key", "你用的输入是 key")
_SHARED = Text("yours go through the projection of the queries", "你用的是 query 的投影")
_BY_MODEL = Text(
    "yours are divided by the root of D, not of D / H", "你除以的是 D 的平方根，应该是 D / H 的平方根"
)
_BY_WIDTH = Text("yours are divided by D / H, not by its square root", "你除以了 D / H，而不是它的平方根")
_TIMES = Text("yours are multiplied by the root of D / H", "你乘以了 D / H 的平方根，应该除以它")
_UNSPLIT = Text(
    "your heads are cut out of the memory without swapping axes and mix tokens",
    "你切分多头时没有交换轴，不同 token 的特征混在了一起",
)
_INTERLEAVED = Text("your heads take every H-th feature", "你的每个头取的是间隔 H 的特征")
_UNSCALED = Text("yours go into softmax unscaled", "你没有缩放就做了 softmax")
_LATE = Text(
    "yours are set to zero after softmax, and their sum is below 1",
    "你在 softmax 之后才清零，权重之和不到 1",
)
_INVERTED = Text("yours are blocked where the mask is False", "你屏蔽的是掩码为 False 的位置")
_ZERO = Text("yours gave blocked keys the score 0", "你把被屏蔽的 key 的分数设成了 0")
_ADDED = Text("yours added the mask to the scores as 0 and 1", "你把掩码当作 0 和 1 加到了分数上")
_IGNORED = Text("yours are not masked", "你没有用掩码")
_OVER_QUERIES = Text("yours sum to 1 over the queries", "你是沿 query 做的 softmax")
_UNMERGED = Text("yours merges the heads without swapping the axes back", "你合并多头之前没有把轴换回来")

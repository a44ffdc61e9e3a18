"""Known-wrong layer normalisations, one for each id of the catalogue, and the products of their faults."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations as pairs
from itertools import product
from typing import Any

import torch
from torch import Tensor

from grader.authoring import Text

Norm = Callable[..., Tensor]
Axis = int | tuple[int, ...] | str


@dataclass(frozen=True)
class Choices:
    """A layer normalisation by the choices that people get wrong; the defaults are right.

    `eps`: inside, outside, std (outside, by torch's std, whose gradient at 0 is 0), missing, no root.
    `axis`: dims, or "all", "leading". `gain`: after, ignored, beta scaled, before.
    `detached`, `flat` (no keepdim): mean, variance, both.
    `width`: "float32" casts all, "x only" leaves gamma to promote the result again.
    """

    sign: int = 1
    ddof: int = 0
    eps: str = "inside"
    axis: Axis = -1
    centred: bool = True
    gain: str = "after"
    hardcoded: bool = False
    one_pass: bool = False
    detached: str = ""
    flat: str = ""
    rank: int = 0
    width: str = ""
    spelling: str = ""

    def __call__(self, x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
        """Layer normalisation as chosen."""
        if self.rank and x.dim() != self.rank:
            raise ValueError("not enough values to unpack")
        x = x.float() if self.width else x
        if self.width == "float32":
            gamma, beta = gamma.float(), beta.float()
        x = gamma * x + beta if self.gain == "before" else x
        numerator, denominator = self._parts(x, 1e-5 if self.hardcoded else eps)
        return self._affine(numerator, denominator, gamma, beta)

    def _parts(self, x: Tensor, eps: float) -> tuple[Tensor, Tensor]:
        mean = self._average(x)
        square = self._average(x * x) - mean * mean if self.one_pass else self._average((x - mean) ** 2)
        if self.spelling == "var":
            square = x.var(dim=-1, keepdim=True, correction=0)
        count = x.numel() // max(mean.numel(), 1)
        variance = square * count / (count - self.ddof) if self.ddof else square
        if count == self.ddof:
            variance = torch.full_like(square, torch.nan)  # as torch.var does, which would warn
        mean = mean.detach() if self.detached in {"mean", "both"} else mean
        variance = variance.detach() if self.detached in {"variance", "both"} else variance
        mean = mean.squeeze(-1) if self.flat in {"mean", "both"} else mean
        variance = variance.squeeze(-1) if self.flat in {"variance", "both"} else variance
        return x - mean if self.centred else x, self._denominator(variance, eps)

    def _average(self, x: Tensor) -> Tensor:
        if self.axis == "all":
            return x.mean()
        axis = tuple(range(x.dim() - 1)) if self.axis == "leading" else self.axis
        return x.mean(dim=axis, keepdim=True)

    def _denominator(self, variance: Tensor, eps: float) -> Tensor:
        if self.eps == "inside":
            return torch.sqrt(variance + eps)
        if self.eps == "no root":
            return variance + eps
        if self.eps == "std":
            zero = variance == 0
            root = torch.sqrt(torch.where(zero, 1.0, variance))
            return torch.where(zero, 0.0, root) + eps
        return torch.sqrt(variance) + (eps if self.eps == "outside" else 0.0)

    def _affine(self, numerator: Tensor, denominator: Tensor, gamma: Tensor, beta: Tensor) -> Tensor:
        if self.spelling == "rsqrt":
            y = numerator * (1 / denominator)
        else:
            y = gamma * numerator / denominator if self.spelling == "gamma first" else numerator / denominator
        if self.gain in {"ignored", "before"}:
            return y
        if self.gain == "beta scaled":
            return (y + self.sign * beta) * gamma
        return (y if self.spelling == "gamma first" else gamma * y) + self.sign * beta


def _rms(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    return gamma * (x / torch.sqrt(x.square().mean(dim=-1, keepdim=True) + eps)) + beta


def _rms_without_beta(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    return gamma * (x / torch.sqrt(x.square().mean(dim=-1, keepdim=True) + eps))


FLAT: Mapping[str, Text] = {
    "both": Text(
        en="The same holds for the variance: whichever lost its axis needs keepdim=True.",
        zh="方差也一样：哪个丢了最后一维，哪个就要写 keepdim=True。",
    ),
    "mean": Text(
        en="Here it is the mean that lacks keepdim=True.",
        zh="这里缺少 keepdim=True 的是均值。",
    ),
    "variance": Text(
        en="Here it is the variance (or its root) that lacks keepdim=True: the same happens to it. The mean has it.",
        zh="这里缺少 keepdim=True 的是方差（或它的平方根），道理相同；均值已经写了。",
    ),
}
"""Which of the two statistics it is, where the catalogue speaks of the mean."""


def _entry(norm: Norm) -> Mapping[str, Any]:
    detail = FLAT.get(norm.flat) if isinstance(norm, Choices) else None
    return {"manual_layer_norm": norm, "DETAIL": detail}


SINGLE: Mapping[str, Choices] = {
    "ln-beta-subtracted": Choices(sign=-1),
    "ln-unbiased-variance": Choices(ddof=1),
    "ln-eps-outside-sqrt": Choices(eps="outside"),
    "ln-std-plus-eps": Choices(ddof=1, eps="std"),
    "ln-notebook-verbatim": Choices(sign=-1, ddof=1, eps="std"),
    "ln-eps-missing": Choices(eps="missing"),
    "ln-eps-hardcoded": Choices(hardcoded=True),
    "ln-divide-by-variance": Choices(eps="no root"),
    "ln-over-sequence-axis": Choices(axis=-2),
    "ln-over-sequence-and-features": Choices(axis=(-2, -1)),
    "ln-over-batch-axis": Choices(axis=0),
    "ln-over-batch-and-sequence": Choices(axis="leading"),
    "ln-over-whole-tensor": Choices(axis="all"),
    "ln-mean-not-subtracted": Choices(centred=False),
    "ln-affine-ignored": Choices(gain="ignored"),
    "ln-affine-before-normalising": Choices(gain="before"),
    "ln-beta-scaled-by-gamma": Choices(gain="beta scaled"),
    "ln-one-pass-variance": Choices(one_pass=True),
    "ln-stats-detached": Choices(detached="both"),
    "ln-keepdim-missing": Choices(flat="both"),
    "ln-assumes-three-dims": Choices(rank=3),
    "ln-forces-float32": Choices(width="float32"),
}

MISCONCEPTIONS: Mapping[str, Mapping[str, Any]] = {
    **{name: _entry(choices) for name, choices in SINGLE.items()},
    "ln-is-rmsnorm": _entry(_rms),
}

SPELLINGS: tuple[tuple[str, Choices], ...] = (
    ("ln-eps-outside-sqrt", Choices(eps="std")),
    ("ln-std-plus-eps", Choices(ddof=1, eps="outside")),
    ("ln-notebook-verbatim", Choices(sign=-1, ddof=1, eps="outside")),
    ("ln-over-sequence-axis", Choices(axis=1)),
    ("ln-over-sequence-and-features", Choices(axis=(1, 2))),
    ("ln-over-batch-axis", Choices(axis=-3)),
    ("ln-over-batch-and-sequence", Choices(axis=(0, 1))),
    ("ln-over-whole-tensor", Choices(axis=(0, 1, 2))),
    ("ln-assumes-three-dims", Choices(axis=2)),
    ("ln-stats-detached", Choices(detached="mean")),
    ("ln-stats-detached", Choices(detached="variance")),
    ("ln-keepdim-missing", Choices(flat="mean")),
    ("ln-keepdim-missing", Choices(flat="variance")),
    *(
        ("ln-forces-float32", Choices(width=width, spelling=spelling))
        for width in ("float32", "x only")
        for spelling in ("", "var", "rsqrt", "gamma first")
    ),
)
"""Other ways to write the same mistake that differ where a case looks: other dims, std for sqrt of var."""

SIGNS = ((1, ""), (-1, "ln-beta-subtracted"))
DDOFS = ((0, ""), (1, "ln-unbiased-variance"))
EPS_PLACES = (
    ("inside", ""),
    ("outside", "ln-eps-outside-sqrt"),
    ("missing", "ln-eps-missing"),
    ("no root", "ln-divide-by-variance"),
)
AXES: tuple[tuple[Axis, str], ...] = (
    (-1, ""),
    (-2, "ln-over-sequence-axis"),
    ((-2, -1), "ln-over-sequence-and-features"),
    (0, "ln-over-batch-axis"),
    ("leading", "ln-over-batch-and-sequence"),
    ("all", "ln-over-whole-tensor"),
)
CENTRINGS = ((True, ""), (False, "ln-mean-not-subtracted"))
GAINS = (("after", ""), ("ignored", "ln-affine-ignored"), ("beta scaled", "ln-beta-scaled-by-gamma"))
ROBUSTNESS = (
    "ln-one-pass-variance",
    "ln-eps-hardcoded",
    "ln-stats-detached",
    "ln-assumes-three-dims",
)
INDISTINCT = {
    ("ln-eps-hardcoded", "ln-eps-missing"),
    ("ln-one-pass-variance", "ln-affine-before-normalising"),
}
"""Pairs of which the second hides the first."""


def combinations() -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Yield other spellings of one mistake, then products of sign, ddof, eps, axis, centring, gain."""
    for name, choices in SPELLINGS:
        yield (name,), _entry(choices)
    yield ("ln-is-rmsnorm",), _entry(_rms_without_beta)
    yield from _products()
    yield from _with_robustness()


def _products() -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    for chosen in product(SIGNS, DDOFS, EPS_PLACES, AXES, CENTRINGS, GAINS):
        (sign, _), (ddof, _), (eps, _), (axis, _), (centred, _), (gain, _) = chosen
        names = _joined([name for _, name in chosen if name])
        if len(names) < 2 or (gain == "ignored" and sign < 0):
            continue
        choices = Choices(sign=sign, ddof=ddof, eps=eps, axis=axis, centred=centred, gain=gain)
        yield names, _entry(choices)
        if eps == "outside" and axis == -1:
            yield names, _entry(replace(choices, eps="std"))


def _joined(names: list[str]) -> tuple[str, ...]:
    """Faults that have a common name are told under it: the idiom std + eps, and the notebook's line."""
    whole = ["ln-beta-subtracted", "ln-unbiased-variance", "ln-eps-outside-sqrt"]
    for parts, name in ((whole, "ln-notebook-verbatim"), (whole[1:], "ln-std-plus-eps")):
        if all(part in names for part in parts):
            return (name, *(n for n in names if n not in parts))
    return tuple(names)


def _with_robustness() -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Pairs with a mistake that shows in one place only."""
    right = vars(Choices())
    others = [n for n, c in SINGLE.items() if n not in ROBUSTNESS and c.axis == -1 and not c.flat]
    for first, second in (*product(ROBUSTNESS, others), *pairs(ROBUSTNESS, 2)):
        changed = {
            key: value
            for name in (second, first)
            for key, value in vars(SINGLE[name]).items()
            if value != right[key]
        }
        if (first, second) not in INDISTINCT:
            yield (second, first), _entry(Choices(**changed))

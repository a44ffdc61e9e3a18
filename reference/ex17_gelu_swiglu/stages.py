"""Stages of exercise 17: gelu_cdf, gelu_output, then gate, activated_gate, product, output of the network."""

import math
from collections.abc import Iterator, Mapping

import torch
from torch import Tensor
from torch.nn import functional as F

from grader.authoring import Build, Call, Case, Draw, Stage, Text

from .cases import DIM, DOWN, GATE, SIZES, UP

Slip = tuple[Text, Tensor]


def case(draw: Draw) -> Case:
    """One call of gelu on 31 numbers, then one forward pass of the network, x: [2, 5, 6]."""
    build = Build("SwiGLUFeedForward", SIZES, seed=draw.seed(), weights=draw.weights(scale=2.0))
    numbers = draw.normal(31, scale=1.5)
    steps = (
        build,
        Call("gelu", (numbers,), target="gelu"),
        Call("call", (draw.normal(2, 5, DIM),), on="module"),
    )
    return Case("stages", steps)


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of both calls; weights by role, float64."""
    calls = [step for step in case.steps if isinstance(step, Call)]
    return (*_of_gelu(calls[0].args[0]), *_of_network(calls[1].args[0], weights))


def _of_gelu(x: Tensor) -> tuple[Stage, ...]:
    erf = torch.erf(x / math.sqrt(2.0))
    output = 0.5 * x * (1.0 + erf)
    density = torch.exp(-0.5 * x**2) / math.sqrt(2.0 * math.pi)
    cubic = math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3)
    cdf_slips = (
        (_TANH, torch.tanh(cubic)),
        (_SIGMOID, torch.sigmoid(1.702 * x)),
        (_SILU, torch.sigmoid(x)),
        (_SILU, F.silu(x)),
        (_RELU, torch.relu(x)),
        (_DENSITY, density),
        (_DENSITY, x * density),
        (_DENSITY, torch.exp(-0.5 * x**2)),
        (_NO_ROOT, torch.erf(x)),
        (_ROOT_TIMES, torch.erf(x * math.sqrt(2.0))),
        (_HALVED, torch.erf(x / 2.0)),
    )
    output_slips = (
        (_NO_HALF, x * (1.0 + erf)),
        (_DIVIDED, x / (0.5 * (1.0 + erf))),
        (_NO_ONE, 0.5 * x * erf),
    )
    return (
        Stage(
            "gelu_cdf", (0.5 * (1.0 + erf), erf, 1.0 + erf, torch.erfc(-x / math.sqrt(2.0))), slips=cdf_slips
        ),
        Stage("gelu_output", (output,), needs=("gelu_cdf",), slips=output_slips),
    )


def _of_network(x: Tensor, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    gate, up = x @ weights[GATE].T, x @ weights[UP].T
    activated = F.silu(gate)
    joined = activated * up
    down = weights[DOWN].T
    both = torch.cat((gate, up), dim=-1), torch.cat((up, gate), dim=-1)
    return (
        Stage("gate", (gate, *both)),
        Stage(
            "activated_gate",
            (activated, torch.sigmoid(gate)),
            needs=("gate",),
            slips=tuple(_gate_slips(gate, up)),
        ),
        Stage("product", (joined,), needs=("activated_gate",), slips=tuple(_product_slips(gate, up))),
        Stage("output", (joined @ down,), needs=("product",), slips=((_RESIDUAL, joined @ down + x),)),
    )


def _gate_slips(gate: Tensor, up: Tensor) -> Iterator[Slip]:
    yield _ON_PRODUCT, F.silu(gate * up)
    yield _UP_ACTIVATED, F.silu(up)
    yield _GATE_RELU, torch.relu(gate)
    yield _GATE_GELU, F.gelu(gate)
    yield _GATE_TANH, torch.tanh(gate)


def _product_slips(gate: Tensor, up: Tensor) -> Iterator[Slip]:
    yield _SIGMOID_GATE, torch.sigmoid(gate) * up
    yield _ADDED, F.silu(gate) + up
    yield _BOTH, F.silu(gate) * F.silu(up)
    yield _ITSELF, F.silu(gate) * gate


_TANH = Text("yours is the tanh approximation", "你用的是 tanh 近似")
_SIGMOID = Text("yours is the sigmoid approximation", "你用的是 sigmoid 近似")
_SILU = Text("yours is the sigmoid, which makes SiLU", "你用的是 sigmoid，那样得到的是 SiLU")
_RELU = Text("yours is ReLU", "你用的是 ReLU")
_DENSITY = Text("yours is the density, not the distribution function", "你用的是密度，而不是分布函数")
_NO_ROOT = Text("yours does not divide by the root of 2 inside erf", "你在 erf 里没有除以根号 2")
_ROOT_TIMES = Text("yours multiplies by the root of 2 inside erf", "你在 erf 里乘了根号 2")
_HALVED = Text("yours divides by 2 inside erf, not by its root", "你在 erf 里除以的是 2，而不是根号 2")
_NO_HALF = Text("yours is twice as large: the half is missing", "你的结果大了一倍：少了二分之一")
_DIVIDED = Text("yours divides x by Phi(x)", "你用 x 除以了 Phi(x)")
_NO_ONE = Text("yours multiplies by erf alone, without the 1", "你只乘了 erf，没有加 1")
_ON_PRODUCT = Text("yours applies SiLU to the product", "你把 SiLU 用在了乘积上")
_UP_ACTIVATED = Text("yours activates the up branch instead", "你激活的是 up 支路")
_GATE_RELU = Text("yours is ReLU, not SiLU", "你用的是 ReLU，而不是 SiLU")
_GATE_GELU = Text("yours is GELU, not SiLU", "你用的是 GELU，而不是 SiLU")
_GATE_TANH = Text("yours is tanh, not SiLU", "你用的是 tanh，而不是 SiLU")
_SIGMOID_GATE = Text(
    "yours uses the sigmoid as the gate, without its factor", "你拿 sigmoid 当门，没有再乘门本身"
)
_ADDED = Text("yours adds the branches", "你把两条支路相加了")
_BOTH = Text("yours activates both branches", "你把两条支路都激活了")
_ITSELF = Text("yours multiplies the gate by itself", "你用门乘了门自己")
_RESIDUAL = Text("yours has x added to it", "你的结果多加了一个 x")

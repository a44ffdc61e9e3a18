"""Callable arguments that a case describes as data: sub-layers, layer factories, spies.

Each builder returns the callable and a record (a dict of plain values) that fills while it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor, nn

from grader.domain.case import Probe, Value

Built = tuple[Any, dict[str, Value]]


def build_probe(probe: Probe) -> Built:
    """Return (callable, record) for `probe`; raises KeyError for an unknown kind."""
    return BUILDERS[probe.kind](probe.values)


def _counting(function: Callable[[Tensor], Tensor]) -> Built:
    record: dict[str, Value] = {"calls": 0}

    def counted(x: Tensor) -> Tensor:
        record["calls"] = int(record["calls"]) + 1
        return function(x)

    return counted, record


def _tanh_matmul(values: Mapping[str, Value]) -> Built:
    """tanh(x @ weight), weight [D, D]: a non-linear sub-layer with a gradient."""
    weight = values["weight"]
    return _counting(lambda x: torch.tanh(x @ weight.to(x.dtype)))


def _constant(values: Mapping[str, Value]) -> Built:
    """A sub-layer that returns `value` everywhere, in x's shape or in `shape`."""
    shape, value = values.get("shape"), values["value"]
    return _counting(
        lambda x: torch.full(tuple(shape) if shape else x.shape, value, dtype=x.dtype, device=x.device)
    )


def _identity(values: Mapping[str, Value]) -> Built:
    """A sub-layer that returns x itself."""
    return _counting(lambda x: x)


class SpyLayer(nn.Module):
    """A cheap stub layer [B, S, D] -> [B, S, D]: linear, plus the mean over blocked positions when it gets a mask.

    It records whether it was called and whether the mask object it got is the very one of the call before.
    """

    def __init__(self, weight: Tensor, index: int, record: dict[str, Value]) -> None:
        super().__init__()
        self.weight = nn.Parameter(weight.clone())
        self.index = index
        self.record = record

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        """Return x + tanh(x @ weight) (+ a term that depends on the mask); x: [B, S, D], mask: [B, 1, 1, S] bool."""
        self.record["order"] = (*tuple(self.record["order"]), self.index)
        self.record["masked"] = (*tuple(self.record["masked"]), source_blocked_mask is not None)
        y = x + torch.tanh(x @ self.weight.to(x.dtype))
        if source_blocked_mask is not None:
            kept = (~source_blocked_mask.reshape(x.shape[0], x.shape[1], 1)).to(x.dtype)
            y = y + (x * kept).mean(dim=1, keepdim=True)
        return y


def _layer_factory(values: Mapping[str, Value]) -> Built:
    """A factory of `SpyLayer`s with the weights [n, D, D], one after the other (repeating from the start)."""
    weights = values["weights"]
    record: dict[str, Value] = {"made": 0, "order": (), "masked": ()}

    def factory() -> SpyLayer:
        index = int(record["made"])
        record["made"] = index + 1
        return SpyLayer(weights[index % len(weights)], index, record)

    return factory, record


BUILDERS: Mapping[str, Callable[[Mapping[str, Value]], Built]] = {
    "tanh_matmul": _tanh_matmul,
    "constant": _constant,
    "identity": _identity,
    "layer_factory": _layer_factory,
}

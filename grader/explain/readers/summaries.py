"""Reads what makes one value of many tokens: pooling of a sequence, the loss of a batch."""

from __future__ import annotations

from torch import Tensor

from grader.authoring.parts import loss, pooling, run
from grader.domain.graph import Leaf
from grader.explain.reading import Reading, whole
from grader.explain.value import Ref, Value, near


def read(reading: Reading, number: int, found: list[Value]) -> Ref | None:
    """A pooled sequence or a loss, whatever operations it took: told by its value alone."""
    tensor, padding = reading.tensor(number), _padding(reading)
    if tensor is None or padding is None:
        return None
    if tensor.numel() == 1:
        return _loss(reading, number, padding, tensor)
    for value in found:
        source = value.args[0] if value.part == "mask" else value
        if source.canon.is_floating_point() and source.canon.dim() == 3:
            pooled = _pooled(reading, number, source, padding, tensor)
            if pooled is not None:
                return pooled
    return None


def _padding(reading: Reading) -> Value | None:
    """The call's own [B, S] of truth values, if it has one."""
    inputs = [ref.value for ref in reading.refs if ref is not None and ref.value.part == Leaf.INPUT]
    return next(
        (v for v in inputs if v.canon.dim() == 2 and not v.canon.is_floating_point() and _is_bool(v)), None
    )


def _is_bool(value: Value) -> bool:
    return str(value.canon.dtype) == "torch.bool"


def _pooled(reading: Reading, number: int, value: Value, padding: Value, tensor: Tensor) -> Ref | None:
    batch, length, width = value.canon.shape
    if tensor.numel() != batch * width or tuple(padding.canon.shape) != (batch, length):
        return None
    for facets in pooling.forms():
        canon = run("pool", facets, (value.canon, padding.canon))
        if canon is not None and near(tensor.reshape(batch, width), canon, value.tolerance):
            made = reading.values.make("pool", (value, padding), facets, number, canon=canon)
            return None if made is None else Ref(made, whole((batch, width)).reshape(tensor.shape))
    return None


def _loss(reading: Reading, number: int, padding: Value, tensor: Tensor) -> Ref | None:
    inputs = [ref.value for ref in reading.refs if ref is not None and ref.value.part == Leaf.INPUT]
    logits = next((v for v in inputs if v.canon.is_floating_point() and v.canon.dim() == 3), None)
    targets = next((v for v in inputs if str(v.canon.dtype) == "torch.int64" and v.canon.dim() == 2), None)
    if logits is None or targets is None:
        return None
    if reading.losses is None:
        tensors = (logits.canon, targets.canon, padding.canon)
        reading.losses = [(facets, run("loss", facets, tensors)) for facets in loss.forms()]
    found = float(tensor)
    for facets, canon in reading.losses:
        if canon is not None and abs(float(canon) - found) <= logits.tolerance * (1 + abs(found)):
            made = reading.values.make("loss", (logits, targets, padding), facets, number)
            return None if made is None else Ref(made, whole(()).reshape(tensor.shape))
    return None

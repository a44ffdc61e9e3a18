"""A machine whose new tensors land on another device than the inputs, without such a device.

torch's meta device would do, but its first operation imports the compiler, which takes seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode
from torch.utils._device import _device_constructors

_MOVES = (Tensor.to, Tensor.cpu, Tensor.type_as)
_COPIES = (Tensor.__setitem__, Tensor.copy_, Tensor.__getitem__)
"""These take tensors of two devices: the result is where the first one is."""


class NewTensorsElsewhere(TorchFunctionMode):
    """Makes what is created without saying where a `Stranger`, and refuses numpy arrays of the inputs."""

    def __init__(self) -> None:
        super().__init__()
        self._makers = frozenset(_device_constructors())

    def __torch_function__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        """Run `func`, and mark its result where it went to the default device."""
        named = dict(kwargs or {})
        if func in (Tensor.numpy, Tensor.__array__):
            raise TypeError("can't convert a tensor on another device to numpy. Use Tensor.cpu() first.")
        out = func(*args, **named)
        copied = bool(args) and isinstance(args[0], Tensor)
        if func in self._makers and named.get("device") is None and not copied and isinstance(out, Tensor):
            return out.as_subclass(Stranger)
        return out


class Stranger(Tensor):
    """A tensor on the default device, where the inputs are not: with one of theirs it raises."""

    @classmethod
    def __torch_function__(
        cls, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        """Run `func`, or raise RuntimeError where its tensors are on two devices; a scalar goes anywhere."""
        named = dict(kwargs or {})
        with torch._C.DisableTorchFunctionSubclass():
            held = [t for t in _tensors([*args, *named.values()]) if t.dim()]
            strange = any(isinstance(t, Stranger) for t in held) or not held
            if func in _COPIES:
                strange = isinstance(args[0], Stranger)
            elif func not in _MOVES and any(isinstance(t, Stranger) is not strange for t in held):
                raise RuntimeError(
                    "Expected all tensors to be on the same device, but one is on the inputs' device and one "
                    "was made on the default device."
                )
            out = func(*args, **named)
            if not isinstance(out, Tensor):
                return out
            return out.as_subclass(Stranger if strange and func not in _MOVES else Tensor)


def revealed(out: Any) -> Any:
    """What a call returned, with a `Stranger` as a meta tensor, so that its device shows."""
    if not isinstance(out, Stranger):
        return out
    with torch._C.DisableTorchFunctionSubclass():
        return torch.empty(out.shape, dtype=out.dtype, device="meta")


def _tensors(values: Sequence[Any]) -> Iterator[Tensor]:
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, (tuple, list)):
            yield from _tensors(value)

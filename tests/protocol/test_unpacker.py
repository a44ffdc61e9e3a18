"""A structure that came back is taken apart as a claim: whatever is not as it should be is a violation."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from grader.protocol.packer import Packer
from grader.protocol.unpacker import Unpacker, bytes_of, read_shape, read_tensor
from grader.protocol.violation import ProtocolViolation


def test_what_was_packed_comes_back() -> None:
    """Structure, types and entries are the same."""
    value = {"a": (1, [2.5, None]), "b": torch.arange(4).reshape(2, 2)}
    packer = Packer(shared=True)
    packed = packer.pack(value, 0)
    tensors = [
        read_tensor(memoryview(raw), torch.int64, tuple(shape))
        for raw, (_, shape) in zip(packer.blobs, packer.table, strict=True)
    ]
    found: Any = Unpacker(tensors, None).whole(packed)
    assert found["a"] == value["a"]
    assert torch.equal(found["b"], value["b"])


@pytest.mark.parametrize("shape", [None, "3", [1, -1], [True], [1.0], [1] * 17, [2**60]])
def test_a_shape_is_a_short_list_of_sizes(shape: object) -> None:
    """Anything else that a header calls a shape is refused."""
    with pytest.raises(ProtocolViolation):
        read_shape(shape)


def test_a_tensor_is_bounded_by_its_strides() -> None:
    """An empty axis makes no room for the others."""
    assert bytes_of(torch.float32, (2, 3)) == 24
    with pytest.raises(ProtocolViolation):
        bytes_of(torch.float64, (0, 2**24))


def test_bytes_of_truth_values_are_0_and_1() -> None:
    """Any other byte is read as true, not as a bool of undefined behaviour."""
    assert read_tensor(memoryview(b"\x00\x02"), torch.bool, (2,)).tolist() == [False, True]


@pytest.mark.parametrize(
    "found",
    [2**63, 1.5, [1], {"f": 1}, {"f": "1" * 40}, {"?": 1}, {"t": "0"}, {"t": True}, {"o": 3}],
)
def test_what_no_packer_writes_is_a_violation(found: Any) -> None:
    """Numbers, tags and places of other kinds are refused."""
    with pytest.raises(ProtocolViolation):
        Unpacker([torch.zeros(1)], None).unpack(found, 0)


def test_depth_is_bounded() -> None:
    """A structure nested far beyond what a packer writes is refused before Python's own limit."""
    found: Any = None
    for _ in range(50):
        found = {"L": [found]}
    with pytest.raises(ProtocolViolation):
        Unpacker([], None).unpack(found, 0)

"""A value becomes structure, table and bytes; what cannot cross becomes its description."""

from __future__ import annotations

import pytest
import torch

from grader.protocol.frame_limits import ITEMS_LIMIT, TENSOR_LIMIT_BYTES, TENSORS_LIMIT
from grader.protocol.packer import Packer, described_instead


def test_numbers_cross_with_all_their_digits() -> None:
    """A float is written so that it is read as the same, infinities and NaN too; an int beyond 64 bits is described."""
    pack = Packer(shared=False).pack
    assert [pack(x, 0) for x in (0.1, float("inf"), float("nan"))] == [
        {"f": "0.1"},
        {"f": "inf"},
        {"f": "nan"},
    ]
    assert pack(2**63 - 1, 0) == 2**63 - 1
    assert pack(2**63, 0) == {"o": "int beyond 64 bits"}


def test_a_tuple_is_no_list() -> None:
    """The two have tags of their own: a learner is told which of them came back."""
    assert Packer(shared=False).pack((1,), 0) == {"l": [1]}
    assert Packer(shared=False).pack([1], 0) == {"L": [1]}


@pytest.mark.parametrize("shared", [True, False])
def test_one_tensor_twice_is_stored_once_where_frames_may_share(shared: bool) -> None:
    """A frame of the judge's own holds the bytes once; a reply holds them for each place."""
    tensor, packer = torch.arange(3), Packer(shared)
    packed = packer.pack((tensor, tensor), 0)
    assert packed == {"l": [{"t": 0}, {"t": 0 if shared else 1}]}
    assert packer.table == [["int64", [3]]] * len(packer.blobs)
    assert packer.blobs == [tensor.numpy().tobytes()] * (1 if shared else 2)


def test_a_reply_has_room_for_so_many_tensors() -> None:
    """One tensor more is described as too large."""
    packer = Packer(shared=False)
    for _ in range(TENSORS_LIMIT):
        packer.pack(torch.zeros(1), 0)
    assert packer.pack(torch.zeros(1), 0)["r"] == "Opaque"
    assert len(packer.blobs) == TENSORS_LIMIT


@pytest.mark.parametrize(
    ("tensor", "word"),
    [
        (torch.zeros(1).to_sparse(), "layout"),
        (torch.zeros((1,) * 17), "dimensions"),
        (torch.zeros(1).expand(TENSOR_LIMIT_BYTES), "tensor ["),
        (torch.zeros(1, dtype=torch.complex64), "dtype"),
    ],
)
def test_what_cannot_cross_is_described(tensor: torch.Tensor, word: str) -> None:
    """A tensor of another layout, rank, size or type has a description in its place."""
    instead = described_instead(tensor)
    assert instead is not None
    assert word in instead.description


def test_a_long_list_is_told_with_its_length() -> None:
    """Entries beyond the limit are not sent one by one."""
    assert Packer(shared=False).pack([0] * (ITEMS_LIMIT + 1), 0)["r"] == "Opaque"

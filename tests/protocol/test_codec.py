"""Frames carry values and tensors unchanged, and nothing malformed gets through."""

from __future__ import annotations

import contextlib
import json
import struct
from collections.abc import Callable

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.domain.case import Build, Call, Opaque, Probe, Raised
from grader.protocol.codec import (
    DTYPES,
    FRAME_LIMIT_BYTES,
    HEADER_LIMIT_BYTES,
    ProtocolViolation,
    decode,
    encode,
)


def _reader(data: bytes) -> Callable[[int], bytes]:
    view = memoryview(data)
    position = 0

    def read(size: int) -> bytes:
        nonlocal position
        chunk = bytes(view[position : position + size])
        position += size
        if len(chunk) < size:
            raise EOFError
        return chunk

    return read


def _frame(header: object, blobs: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack(">I", len(text)) + text + blobs


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple)
        | st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(PLAIN)
@settings(max_examples=200, deadline=None)
def test_plain_values_come_back_as_they_were(value: object) -> None:
    """Every nested plain value survives the round trip with its types."""
    assert decode(_reader(encode(value))) == value


@pytest.mark.parametrize("name", sorted(DTYPES))
def test_tensors_come_back_bit_for_bit(name: str) -> None:
    """A tensor of every dtype keeps its dtype, shape and entries, whatever its strides."""
    tensor = (torch.arange(24).reshape(2, 3, 4) % 7 - 3).to(DTYPES[name]).transpose(0, 2)
    found = decode(_reader(encode({"x": tensor})))["x"]
    assert found.dtype is tensor.dtype
    assert found.shape == tensor.shape
    assert torch.equal(found, tensor)


def test_records_come_back_as_records() -> None:
    """Steps, probes and exceptions are rebuilt as the dataclasses that they were."""
    call = Call("c", (Probe("identity", {"a": 1}),), {"eps": 0.5}, on="module", grad=("0",))
    value = (Build("FeedForward", {"dim": 6}), call, Raised("ValueError", ("Exception",), "no", 3, "a.py"))
    assert decode(_reader(encode(value))) == value


@pytest.mark.parametrize(
    "tensor",
    [
        torch.ones(1).expand(10**12),
        torch.ones(3).to_sparse(),
        torch.ones(2, dtype=torch.complex64),
        torch.nn.Buffer(torch.ones(1)).as_subclass(type("Sly", (torch.Tensor,), {})),
        torch.zeros(5 * 1024 * 1024, dtype=torch.float64),
    ],
    ids=["expanded", "sparse", "complex", "subclass", "too large"],
)
def test_what_cannot_cross_is_described_instead(tensor: torch.Tensor) -> None:
    """A tensor that must not cross the pipe arrives as a description, without its bytes."""
    frame = encode(tensor)
    assert len(frame) < 1000
    assert isinstance(decode(_reader(frame)), Opaque)


def test_a_meta_tensor_keeps_shape_dtype_and_device() -> None:
    """Meta tensors have no bytes; what they have crosses."""
    found = decode(_reader(encode(torch.empty(2, 3, dtype=torch.int64, device="meta"))))
    assert (found.device.type, found.dtype, tuple(found.shape)) == ("meta", torch.int64, (2, 3))


@pytest.mark.parametrize(
    "data",
    [
        struct.pack(">I", 2**32 - 1) + b"{}",
        struct.pack(">I", HEADER_LIMIT_BYTES + 1) + b" " * 10,
        _frame(b"not json"),
        _frame(b"[" * 60000),
        _frame({"v": None}),
        _frame({"v": {"t": 0}, "t": []}),
        _frame({"v": {"t": 0}, "t": [["float64", [2**38]]]}),
        _frame({"v": None, "t": [["float64", [1024, 1024]]] * (FRAME_LIMIT_BYTES // (8 << 20) + 1)}),
        _frame({"v": {"t": 0}, "t": [["object", [1]]]}, b"\0" * 8),
        _frame({"v": {"t": 0}, "t": [["float64", [-1]]]}),
        _frame({"v": {"r": "Popen", "d": []}, "t": []}),
        _frame({"v": {"r": "Call", "d": [["nonsense", 1]]}, "t": []}),
        _frame({"v": {"x": 1, "y": 2}, "t": []}),
        _frame({"v": {"l": 3}, "t": []}),
        b"\x80\x04\x95" + b"pickle" * 20,
    ],
    ids=[
        "4 GiB length", "long header", "no json", "deep json", "no table", "missing tensor", "huge tensor",
        "huge total", "bad dtype", "negative size", "unknown record", "unknown field", "two tags", "list of int", "pickle",
    ],
)  # fmt: skip
def test_malformed_frames_are_violations(data: bytes) -> None:
    """Anything that is not a frame of ours raises ProtocolViolation before its sizes are believed."""
    with pytest.raises(ProtocolViolation):
        decode(_reader(data))


@given(st.binary(min_size=4, max_size=200))
@settings(max_examples=300, deadline=None)
def test_random_bytes_never_do_worse_than_a_violation(data: bytes) -> None:
    """Whatever bytes come, decoding ends in a value, a violation, or the end of the stream."""
    with contextlib.suppress(ProtocolViolation, EOFError):
        decode(_reader(data))


def test_a_bool_tensor_holds_only_zero_and_one() -> None:
    """A forged byte 2 in a bool tensor becomes True, not a bool that equals nothing."""
    found = decode(_reader(_frame({"v": {"t": 0}, "t": [["bool", [3]]]}, bytes([0, 1, 2]))))
    assert found.tolist() == [False, True, True]


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
def test_a_tensor_of_an_odd_form_is_described() -> None:
    """A tensor that a frame cannot hold is a wrong result of its learner's and breaks no rule of the pipe."""
    nested = torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])
    for tensor in (torch.ones([1] * 17), nested):
        found = decode(_reader(encode({"out": tensor})))
        assert isinstance(found, dict)
        assert isinstance(found["out"], Opaque)


@pytest.mark.parametrize(
    "forged",
    [Raised(5), Raised("E", message=7), Raised("E", bases=5), Raised("E", line="3"), Opaque(None)],  # type: ignore[arg-type]
)
def test_a_record_with_fields_of_other_types_is_refused(forged: Raised | Opaque) -> None:
    """An exception whose text is no text was forged: the judge reads on without looking at types."""
    with pytest.raises(ProtocolViolation):
        decode(_reader(encode({"call.out": forged})))


def test_a_reply_cannot_hold_one_tensor_without_end() -> None:
    """A tensor counts each time it occurs, so that a small frame is no large value; the judge's own may share."""
    many = (torch.zeros(1 << 20),) * 17
    with pytest.raises(ProtocolViolation):
        decode(_reader(encode(many)))
    assert isinstance(decode(_reader(encode(many[:16]))), tuple)
    assert isinstance(decode(_reader(encode(many)), trusted=True), tuple)

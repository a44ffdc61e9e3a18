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
from grader.protocol.allowance import Allowance
from grader.protocol.codec import decode, encode, encode_counted
from grader.protocol.frame_limits import DTYPES, FRAME_LIMIT_BYTES, HEADER_LIMIT_BYTES
from grader.protocol.violation import ProtocolViolation


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


READABLE = st.characters(exclude_categories=("Cc", "Cf", "Cs"))
PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False)
    | st.text(READABLE, max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple)
        | st.lists(inner, max_size=4)
        | st.dictionaries(st.text(READABLE, max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(PLAIN)
@settings(max_examples=200, deadline=None)
def test_plain_values_come_back_as_they_were(value: object) -> None:
    """Every nested plain value survives the round trip with its types."""
    assert decode(_reader(encode(value))) == value


@given(PLAIN)
@settings(max_examples=100, deadline=None)
def test_both_sides_count_alike(value: object) -> None:
    """The worker knows how many values the judge will count, or an honest one might go beyond its allowance."""
    frame, values = encode_counted(value, shared=False)
    left = Allowance(values_left=values, bytes_left=len(frame))
    decode(_reader(frame), allowance=left)
    assert left == Allowance(values_left=0, bytes_left=0)


@pytest.mark.parametrize("short", [Allowance(values_left=3), Allowance(bytes_left=100)])
def test_what_goes_beyond_the_allowance_is_refused(short: Allowance) -> None:
    """A frame of more values or bytes than are left is no reply."""
    with pytest.raises(ProtocolViolation):
        decode(_reader(encode(("a", "b", torch.zeros(20)))), allowance=short)


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
    assert decode(_reader(encode(value)), trusted=True) == value


def test_a_reply_holds_no_steps() -> None:
    """Records that only requests have are refused from a child."""
    with pytest.raises(ProtocolViolation):
        decode(_reader(encode(Call("c"))))


@pytest.mark.parametrize("text", ["\x1b[2J", "a\x00b", "\ud800", "\u202egnp.exe", "a\rb"])
def test_a_text_that_acts_is_spelled_out(text: str) -> None:
    """What moves a cursor, turns the writing, or cannot be written arrives as its name, and is refused as it is."""
    found = decode(_reader(encode({"out": text})))
    assert found["out"].isprintable()
    assert "\\" in found["out"]
    with pytest.raises(ProtocolViolation):
        decode(_reader(_frame({"v": text, "t": []})))


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
        _frame(b'{"v": ' + b"9" * 4000 + b', "t": []}'),
        _frame({"v": 2**63, "t": []}),
        _frame({"v": {"f": "1" * 4000}, "t": []}),
        _frame({"v": {"f": 3}, "t": []}),
        _frame(b'{"v": 1e999, "t": []}'),
        _frame({"v": "x" * 2001, "t": []}),
        _frame({"v": {"m": ["float32", [2**39] * 8]}, "t": []}),
        _frame({"v": {"m": ["float32", [0, 2**23, 2**23]]}, "t": []}),
        _frame({"v": {"t": 0}, "t": [["float32", [0, 2**23, 2**23]]]}),
        _frame({"v": {"t": -1}, "t": [["float32", [1]]]}, b"\0" * 4),
        _frame({"v": {"t": False}, "t": [["float32", [1]]]}, b"\0" * 4),
        _frame({"v": {"l": [{"t": 0}, {"t": 0}]}, "t": [["float32", [1]]]}, b"\0" * 4),
        _frame({"v": None, "t": [["float32", [1]]]}, b"\0" * 4),
        b"\x80\x04\x95" + b"pickle" * 20,
    ],
    ids=[
        "4 GiB length", "long header", "no json", "deep json", "no table", "missing tensor", "huge tensor",
        "huge total", "bad dtype", "negative size", "unknown record", "unknown field", "two tags", "list of int",
        "digits", "65 bits", "digits of a float", "float as int", "bare float", "long text", "meta overflow", "empty meta overflow",
        "empty overflow", "place before the first", "place of bool", "tensor twice", "tensor of nothing", "pickle",
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
    "fields",
    [
        [["type", 5]],
        [["type", "E"], ["message", 7]],
        [["type", "E"], ["bases", 5]],
        [["type", "E"], ["bases", {"l": ["B"] * 40}]],
        [["type", "E"], ["line", "3"]],
        [["type", "E"], ["line", 10**9]],
        [["type", "E"], ["line", True]],
        [["message", "no type"]],
    ],
)
def test_a_forged_exception_is_refused(fields: list[list[object]]) -> None:
    """An exception whose text is no text was forged: the judge reads on without looking at types."""
    with pytest.raises(ProtocolViolation):
        decode(_reader(_frame({"v": {"r": "Raised", "d": fields}, "t": []})))


@pytest.mark.parametrize("raised", [Raised("E", line=-3), Raised("E", line=10**8), Raised("E", ("B",) * 50)])
def test_an_odd_exception_of_an_honest_worker_crosses(raised: Raised) -> None:
    """Code whose line numbers were changed, and classes of many bases, are nobody's forgery."""
    found = decode(_reader(encode(raised)))
    assert isinstance(found, Raised)
    assert found.type == "E"


def test_what_is_too_large_says_so() -> None:
    """A list of thousands and a huge tensor are described, and marked as too large."""
    for value in (
        [1] * 5000,
        {str(i): i for i in range(5000)},
        torch.zeros(1 << 23),
        torch.zeros(0, 1 << 30, 1 << 30),
    ):
        found = decode(_reader(encode(value)))
        assert isinstance(found, Opaque)
        assert found.too_large


def test_a_tensor_of_a_reply_crosses_each_time() -> None:
    """A reply says all that it holds, so that a small frame is no large value; the judge's own may share."""
    twice = (torch.zeros(3),) * 2
    assert len(decode(_reader(encode(twice, shared=False)))) == 2
    found = decode(_reader(encode(twice)), trusted=True)
    assert found[0] is found[1]
    with pytest.raises(ProtocolViolation):
        decode(_reader(encode(twice)))

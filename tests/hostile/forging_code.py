"""Submissions that forge replies from within, by kind, each with several variants."""

from __future__ import annotations

from dataclasses import dataclass

PRELUDE = """
import json
import struct
import sys

import torch

child = sys.modules["grader.worker.child"]
true_frame = child.reply_frame


def frame(value, table=(), blobs=b""):
    text = json.dumps({"v": value, "t": list(table)}).encode()
    return struct.pack(">I", len(text)) + text + blobs


def D(fields):
    return {"d": [[name, value] for name, value in fields.items()]}


def forge(kind, make):
    def reply_frame(number, reply, allowance):
        return make(number, reply) if type(reply).__name__ == kind else true_frame(number, reply, allowance)

    child.reply_frame = reply_frame


def loaded(number, problem=None, notes=(), traceback="", table=(), blobs=b""):
    fields = {"number": number, "is": "Loaded", "problem": problem, "notes": {"l": list(notes)}, "traceback": traceback}
    return frame(D(fields), table, blobs)


def seen(number, shown, table=(), blobs=b""):
    empty = {"l": []}
    fields = {"number": number, "is": "Seen", "seen": D(shown), "shortcuts": empty, "settled": empty}
    return frame(D(fields), table, blobs)


def every(reply, value):
    return {name: value for name in reply.observation}
"""

ENTRIES = {
    1: """
def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return x
""",
    7: """
class MultiHeadAttention(torch.nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        for name in "abcd":
            setattr(self, name, torch.nn.Linear(dim, dim))

    def forward(self, query, key, value, blocked_mask=None):
        return query * 1.0, None
""",
    11: """
def count_encoder_params(dim, hidden_dim, num_layers, num_heads=8, bias=True, final_norm=True):
    return 5
""",
}
"""An answer to each exercise that is wrong and honest, with which the forged replies go."""


@dataclass(frozen=True)
class Forging:
    """One submission that forges: its exercise, a name for it, and its code, which comes to a protocol violation."""

    exercise: int
    name: str
    code: str

    @property
    def source(self) -> bytes:
        """The whole file."""
        return f"{PRELUDE}{ENTRIES[self.exercise]}\n{self.code}\n".encode()


def _of(exercise: int, **codes: str) -> tuple[Forging, ...]:
    return tuple(Forging(exercise, name, code) for name, code in codes.items())


_TENSOR = '[["float32", [2]]], b"\\0" * 8'
FORGINGS = (
    # a tensor where a number was asked
    *_of(
        1,
        tensor_number=f'forge("Loaded", lambda n, r: loaded({{"t": 0}}, None, (), "", {_TENSOR}))',
        tensor_number_seen=f'forge("Seen", lambda n, r: seen({{"t": 0}}, {{}}, {_TENSOR}))',
        number_true='forge("Seen", lambda n, r: seen(True, {}))',
        tensor_flag=f'forge("Seen", lambda n, r: seen(n, {{"call.differentiable": {{"t": 0}}}}, {_TENSOR}))',
        tensor_line=f'forge("Seen", lambda n, r: seen(n, {{"call.out": {{"r": "Raised", "d": [["type", "E"], ["line", {{"t": 0}}]]}}}}, {_TENSOR}))',
    ),
    # meta devices, empty tensors with huge strides, shapes that overflow
    *_of(
        1,
        meta_overflow='forge("Loaded", lambda n, r: loaded(n, {"m": ["float32", [2**39] * 8]}))',
        meta_overflow_seen='forge("Seen", lambda n, r: seen(n, every(r, {"m": ["float32", [2**39] * 8]})))',
        meta_small='forge("Seen", lambda n, r: seen(n, {"call.out": {"m": ["float64", [3, 4]]}}))',
        empty_strides='forge("Seen", lambda n, r: seen(n, every(r, {"t": 0}), [["float32", [0, 2**30, 2**30, 2**30]]]))',
        negative_shape='forge("Seen", lambda n, r: seen(n, every(r, {"t": 0}), [["float32", [-1]]]))',
    ),
    # numbers without end
    *_of(
        11,
        digits='forge("Seen", lambda n, r: seen(n, every(r, 10**4000)))',
        digits_more='forge("Seen", lambda n, r: frame(0).replace(b"0", b"9" * 5000))',
        bits='forge("Seen", lambda n, r: seen(n, every(r, 2**63)))',
        digits_float='forge("Seen", lambda n, r: seen(n, every(r, {"f": "9" * 4000})))',
        float_no_number='forge("Seen", lambda n, r: seen(n, every(r, {"f": "many"})))',
    ),
    # texts that act
    *_of(
        1,
        surrogate='forge("Loaded", lambda n, r: loaded(n, D({"kind": "raised", "file": "a", "found": "\\ud800", "text": ""})))',
        escape='forge("Loaded", lambda n, r: loaded(n, D({"kind": "raised", "file": "a", "found": "\\x1b[2J", "text": ""})))',
        nul='forge("Loaded", lambda n, r: loaded(n, None, (), "\\x00"))',
        direction='forge("Loaded", lambda n, r: loaded(n, D({"kind": "raised", "file": "\\u202e", "found": "", "text": ""})))',
        surrogate_seen='forge("Seen", lambda n, r: seen(n, {"call.out": "\\udcff"}))',
        surrogate_exception='forge("Seen", lambda n, r: seen(n, {"call.out": {"r": "Raised", "d": [["type", "\\ud800"]]}}))',
        long_text='forge("Seen", lambda n, r: seen(n, {"call.out": "x" * 3000}))',
    ),
    # surplus names and values
    *_of(
        1,
        surplus_names='forge("Seen", lambda n, r: seen(n, {f"n{i}": 1 for i in range(6500)}))',
        one_name_more='forge("Seen", lambda n, r: seen(n, {"call.out": 1, "passed": True}))',
        values='forge("Seen", lambda n, r: seen(n, {"call.out": {"l": [1] * 30000}}))',
        deep_values='forge("Seen", lambda n, r: seen(n, {"call.out": {"l": [{"l": [1] * 200}] * 100}}))',
        many_small_tensors='forge("Seen", lambda n, r: seen(n, {"call.out": {"l": [{"t": i} for i in range(9000)]}}, [["bool", [1]]] * 9000, bytes(9000)))',
        suspicions='forge("Seen", lambda n, r: frame(D({"number": n, "is": "Suspicion", "path": "torch.nn.LayerNorm"})) * 20000)',
    ),
    # bytes
    *_of(
        7,
        four_tensors='forge("Seen", lambda n, r: seen(n, {"call.out": {"t": 0}, "a": {"t": 1}, "b": {"t": 2}, "c": {"t": 3}}, [["float64", [2 << 20]]] * 4, bytes(64 << 20)))',
        asked_tensors='forge("Seen", lambda n, r: seen(n, {"call.out": {"l": [{"t": i} for i in range(4)]}}, [["float64", [2 << 20]]] * 4, bytes(64 << 20)))',
        one_tensor_many_times='forge("Seen", lambda n, r: seen(n, {"call.out": {"l": [{"t": 0}] * 200}}, [["float64", [2 << 20]]], bytes(16 << 20)))',
        tensors_of_nothing='forge("Seen", lambda n, r: seen(n, every(r, None), [["float64", [2 << 20]]] * 3, bytes(48 << 20)))',
        asked_every_time='forge("Seen", lambda n, r: seen(n, {name: {"t": 0} for name in r.observation if name.endswith(".out")}, [["float64", [2 << 20]]], bytes(16 << 20)))',
        huge_gradient='forge("Seen", lambda n, r: seen(n, {name: {"t": 0} for name in r.observation if ".grad." in name} or {"x": 1}, [["float64", [1 << 20]]], bytes(8 << 20)))',
        rows='forge("Described", lambda n, r: frame(D({"number": n, "is": "Described", "found": {"l": [{"l": [f"p{i}", {"l": [1]}, "", "M", f"p{i}"]} for i in range(3000)]}})))',
    ),
)  # fmt: skip

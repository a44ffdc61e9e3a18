"""What a frame may hold is one table for both sides."""

from __future__ import annotations

import torch

from grader.protocol.frame_limits import DTYPE_NAMES, DTYPES, FIELDS, RECORDS, REPLY_RECORDS, span_bytes


def test_every_type_of_entries_has_one_name() -> None:
    """A dtype goes to its name and back."""
    assert all(DTYPES[name] is dtype and str(dtype) == f"torch.{name}" for dtype, name in DTYPE_NAMES.items())
    assert len(DTYPE_NAMES) == len(DTYPES)


def test_a_reply_holds_records_that_cross() -> None:
    """What a reply may hold is among the records, and none of their fields is a rule for weights."""
    assert set(RECORDS) >= REPLY_RECORDS
    assert all(name != "weights" for fields in FIELDS.values() for name, _ in fields)


def test_an_empty_axis_does_not_hide_the_reach_of_the_others() -> None:
    """The strides of [0, 2^20] reach as far as those of [1, 2^20]."""
    assert span_bytes((0, 2**20), torch.float64) == span_bytes((1, 2**20), torch.float64) == 8 * 2**20
    assert span_bytes((), torch.int16) == 2

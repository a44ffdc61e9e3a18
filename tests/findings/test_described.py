"""A value is described by its form, never by its contents."""

from __future__ import annotations

import pytest
import torch

from grader.domain.case import Opaque, Raised, Value
from grader.findings.described import describe_value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (torch.ones(2, 3), "tensor [2, 3] float32"),
        (torch.tensor(True), "tensor [] bool"),
        (Raised("ValueError", message="secret"), "ValueError"),
        (Opaque("Linear"), "Linear"),
        ((1, 2), "tuple of 2"),
        ({"a": 1}, "dict"),
        (None, "None"),
        ("x" * 200, repr("x" * 200)[:80]),
    ],
)
def test_a_value_has_a_few_words(value: Value, words: str) -> None:
    """Shape and dtype of a tensor, length of a sequence, class of an exception; a plain value itself, cut."""
    assert describe_value(value) == words

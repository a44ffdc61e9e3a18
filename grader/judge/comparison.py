"""Compares an observation with the expected one, by a few tensor operations (torch.testing is dear to import)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from grader.domain.case import Observation, Opaque, Raised, Value
from grader.domain.result import Difference, DifferenceKind
from grader.findings.described import describe_value

Kind = DifferenceKind
KEY_LIMIT = 80


@dataclass(frozen=True)
class Comparison:
    """The first difference beyond the tolerance (None if equal) and the largest difference of all values compared."""

    difference: Difference | None
    largest: float = 0.0


EQUAL = Comparison(None)


def compare(
    expected: Observation, found: Observation, tolerance: float, *, exact_dtype: bool = False
) -> Comparison:
    """Compare two observations name by name, in the order of `expected`.

    `tolerance` is both absolute and relative. NaN equals NaN only where NaN is expected; a list equals a
    tuple of the same items.
    """
    largest = 0.0
    first: Difference | None = None
    for name in [*expected, *(n for n in found if n not in expected)]:
        if name not in found:
            result = _differ(Kind.MISSING, name, describe_value(expected[name]), "nothing")
        elif name not in expected:
            result = _surplus(name, found[name])
        else:
            result = _compare(expected[name], found[name], name, tolerance, exact_dtype)
        largest = max(largest, result.largest)
        first = first or result.difference
    return Comparison(first, largest)


def _surplus(name: str, found: Value) -> Comparison:
    if isinstance(found, Raised):
        return _raised(name, "no exception", found)
    return _differ(Kind.MISSING, name, "nothing", describe_value(found))


def _differ(kind: Kind, place: str, expected: str, found: str, largest: float = 0.0) -> Comparison:
    return Comparison(Difference(kind, place, expected, found, largest or None), largest)


def _raised(place: str, expected: str, found: Raised) -> Comparison:
    return Comparison(
        Difference(
            Kind.RAISED, place, expected, found.type, None, found.line, found.message, found.place, found.site
        )
    )


def _compare(expected: Value, found: Value, place: str, tolerance: float, exact: bool) -> Comparison:
    if isinstance(expected, Raised):
        if not isinstance(found, Raised):
            return _differ(Kind.NOT_RAISED, place, expected.type, describe_value(found))
        alike = expected.type == found.type or expected.type in found.bases
        return EQUAL if alike else _raised(place, expected.type, found)
    if isinstance(found, Raised):
        return _raised(place, describe_value(expected), found)
    if isinstance(found, Opaque) and found.too_large:
        return _differ(Kind.TOO_LARGE, place, describe_value(expected), found.description)
    if isinstance(expected, Tensor):
        return _compare_tensor(expected, found, place, tolerance, exact)
    if isinstance(expected, (tuple, list)):
        return _compare_items(expected, found, place, tolerance, exact)
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            return _differ(Kind.TYPE, place, "dict", describe_value(found))
        return compare(
            {_within(place, k): v for k, v in expected.items()},
            {_within(place, k): v for k, v in found.items()},
            tolerance,
            exact_dtype=exact,
        )
    return _compare_plain(expected, found, place, tolerance, exact)


def _within(place: str, key: str) -> str:
    """The place of a dict's item; a long key is told apart by how it begins and by its length."""
    return f"{place}[{key!r}]" if len(key) <= KEY_LIMIT else f"{place}[{key[:KEY_LIMIT]!r}... of {len(key)}]"


def _compare_plain(expected: Value, found: Value, place: str, tolerance: float, exact: bool) -> Comparison:
    if (
        isinstance(expected, bool)
        or isinstance(found, bool)
        or expected is None
        or isinstance(expected, (str, Opaque))
    ):
        same = type(expected) is type(found) and expected == found
        return EQUAL if same else _differ(Kind.VALUE, place, describe_value(expected), describe_value(found))
    if not isinstance(found, (int, float)) or (exact and type(found) is not type(expected)):
        return _differ(Kind.TYPE, place, type(expected).__name__, describe_value(found))
    if math.isnan(expected) and math.isnan(found):
        return EQUAL
    gap = abs(float(expected) - float(found))
    if expected == found or (math.isfinite(expected) and gap <= tolerance * (1 + abs(expected))):
        return Comparison(None, 0.0 if math.isnan(gap) else gap)
    return _differ(Kind.VALUE, place, repr(expected), repr(found), 0.0 if math.isnan(gap) else gap)


def _compare_items(expected: Any, found: Value, place: str, tolerance: float, exact: bool) -> Comparison:
    if not isinstance(found, (tuple, list)):
        return _differ(Kind.TYPE, place, f"tuple of {len(expected)}", describe_value(found))
    if len(expected) != len(found):
        return _differ(Kind.TYPE, place, f"tuple of {len(expected)}", f"tuple of {len(found)}")
    results = [
        _compare(e, f, f"{place}[{i}]", tolerance, exact)
        for i, (e, f) in enumerate(zip(expected, found, strict=True))
    ]
    first = next((r.difference for r in results if r.difference), None)
    return Comparison(first, max((r.largest for r in results), default=0.0))


def _compare_tensor(expected: Tensor, found: Value, place: str, tolerance: float, exact: bool) -> Comparison:
    if not isinstance(found, Tensor):
        return _differ(Kind.TYPE, place, "tensor", describe_value(found))
    if expected.shape != found.shape:
        return _differ(Kind.SHAPE, place, str(list(expected.shape)), str(list(found.shape)))
    if exact and expected.dtype != found.dtype:
        return _differ(Kind.DTYPE, place, _dtype(expected), _dtype(found))
    if expected.device != found.device:
        return _differ(Kind.TYPE, place, f"tensor on {expected.device}", f"tensor on {found.device}")
    if expected.device.type == "meta" or not expected.numel():
        return EQUAL
    wanted, got = expected.double(), found.double()
    gap = (wanted - got).abs()
    near = (gap <= tolerance * (1 + wanted.abs())) & wanted.isfinite()
    alike = (wanted == got) | (wanted.isnan() & got.isnan()) | near
    largest = float(gap.nan_to_num(0.0, 0.0, 0.0).max())
    if bool(alike.all()):
        return Comparison(None, largest)
    index = tuple(int(i) for i in (~alike).nonzero()[0])
    kind = Kind.VALUE if bool(got[index].isfinite()) else Kind.NOT_FINITE
    where = f"{place}[{', '.join(map(str, index))}]" if index else place
    if expected.dtype is torch.bool and found.dtype is torch.bool:
        return _differ(kind, where, str(bool(wanted[index])), str(bool(got[index])), largest)
    return _differ(kind, where, *_apart(wanted[index].item(), got[index].item()), largest)


def _apart(wanted: float, got: float) -> tuple[str, str]:
    """Two numbers with as many digits as it takes to see the difference, six at least."""
    for digits in range(6, 18):
        shown = f"{wanted:.{digits}g}", f"{got:.{digits}g}"
        if shown[0] != shown[1]:
            break
    return shown


def _dtype(tensor: Tensor) -> str:
    return str(tensor.dtype).removeprefix("torch.")


def signature(observation: Observation) -> str:
    """Types, shapes and kinds of dtype of all outputs and gradients, and whatever raised: equal signatures
    make `derive` safe to call.
    """
    return "; ".join(
        f"{n}={_form(v)}"
        for n, v in observation.items()
        if ".out" in n or ".grad." in n or ".raised" in n or isinstance(v, Raised)
    )


def form_of(observation: Observation) -> str:
    """Types, shapes, dtypes and keys of all that was observed."""
    return "; ".join(f"{name}={_whole_form(value)}" for name, value in observation.items())


def _whole_form(value: Value) -> str:
    if isinstance(value, Tensor):
        return f"{_dtype(value)}{list(value.shape)}@{value.device.type}"
    if isinstance(value, (tuple, list)):
        return f"({', '.join(_whole_form(v) for v in value)})"
    return f"{{{form_of(value)}}}" if isinstance(value, dict) else _form(value)


def _form(value: Value) -> str:
    if isinstance(value, Tensor):
        kind = "float" if value.is_floating_point() else "bool" if value.dtype is torch.bool else "int"
        return f"{kind}{list(value.shape)}@{value.device.type}"
    if isinstance(value, (tuple, list)):
        return f"({', '.join(_form(v) for v in value)})"
    if isinstance(value, Raised):
        return f"raised {value.type}"
    return type(value).__name__

"""Finds the line where a deviation is written, which may be another one than where it acts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.domain.computation import Place
from grader.source.lines import Lines, sole_line

_SPELLED: Mapping[str, str] = {
    "relu": "relu",
    "gelu": "gelu",
    "gelu tanh": "gelu",
    "silu": "(silu|swish)",
    "leaky relu": "leaky_?relu",
    "elu": "elu",
    "selu": "selu",
    "tanh": "tanh",
    "sigmoid": "sigmoid",
    "softplus": "softplus",
    "relu6": "relu6",
    "mish": "mish",
    "hardswish": "hardswish",
}
"""How torch spells an activation, in whatever case."""


def written(key: str, place: Place, lines: Lines) -> Place:
    """The place of a layer's construction, where the deviation with this key lies in what the layer was given.

    A layer acts where it is called and is wrong where it was made. `place` is the line where it acts: it stays where
    that line shows the fault itself, and where more than one line of the file could be meant.
    """
    pattern = _pattern(key)
    rows = lines.get(place.cell, ())
    if not pattern or place.line is None or not 0 < place.line <= len(rows):
        return place
    if re.search(pattern, rows[place.line - 1].partition("#")[0]):
        return place
    found = sole_line(lines, pattern)
    return place if found is None else Place(found[0], found[1])


def _pattern(key: str) -> str:
    """What the line shows that this deviation is written in, "" where nothing does."""
    what, _, value = key.partition("=")
    if what == "activation.kind" and value in _SPELLED:
        return rf"(?i)(?<![a-z_]){_SPELLED[value]}\s*\("
    if what == "dropout.rate" and value != "1-p":
        return rf"(?i)dropout\w*\s*\(.*{_number(value)}"
    if what == "normalise.eps_value" and value != "other":
        return _number(value)
    if what == "softmax.axis":
        return r"(?i)softmax\w*\s*\("
    return ""


def _number(value: str) -> str:
    """A number in a source, however its zeros and exponent are written."""
    mantissa, e, exponent = value.partition("e-")
    if e:
        zeros = "0" * (int(exponent) - 1)
        plain = rf"|0?\.{zeros}1" if mantissa == "1" else ""
        return rf"(?i)(?<![\w.])({re.escape(mantissa)}(\.0*)?e-0*{int(exponent)}{plain})(?!\w)"
    return (
        rf"(?<![\w.])0*{re.escape(value.lstrip('0'))}0*(?!\w)" if value.startswith("0.") else re.escape(value)
    )

"""Finds the line where a deviation is written, which may be another one than where it acts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

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


def written(key: str, place: Place, lines: Lines, turn: tuple[int, int] = (0, 1)) -> Place:
    """The place of a layer's construction, where the deviation with this key lies in what the layer was given.

    A layer acts where it is called and is wrong where it was made. `place` is the line where it acts: it stays where
    that line shows the fault itself, and where more than one line of the file could be meant. `turn` says which of how
    many such layers act: as many lines in which such layers are made are theirs, in order. A layer too many may be one
    that is used twice: then it is wrong where it acts. A function of the learner's own that is right and misused is
    wrong where it is called.
    """
    rows = lines.get(place.cell, ())
    if place.line is None or not 0 < place.line <= len(rows):
        return place
    helper = _misused(key, rows, place.line)
    if helper and " " in key:
        return place  # one that computes another kind than its name says is wrong inside of itself
    if helper:
        found = sole_line(_without_definitions(lines), rf"\b{helper}\s*\(")
        return place if found is None else Place(found[0], found[1])
    if key.startswith("extra norm") and "norm" in rows[place.line - 1].lower():
        return place
    for pattern in _patterns(key):
        if re.search(pattern, rows[place.line - 1].partition("#")[0]):
            return place
        hits = _hits(_without_definitions(lines), pattern)
        if len(hits) == turn[1]:
            return hits[turn[0]]
        if len(hits) == 1 and not key.startswith("extra"):
            return hits[0]
        if hits:
            return place
    return place


def _hits(lines: Lines, pattern: str) -> list[Place]:
    """Every line that the pattern fits, comments aside."""
    return [
        Place(number, cell)
        for cell, rows in lines.items()
        for number, row in enumerate(rows, start=1)
        if re.search(pattern, row.partition("#")[0])
    ]


def _without_definitions(lines: Lines) -> Lines:
    """The lines with those blanked that begin a function or a class: nothing is made or called there."""
    return {
        cell: ["" if re.match(r"\s*(def|class)\b", row) else row for row in rows]
        for cell, rows in lines.items()
    }


def _misused(key: str, rows: Sequence[str], line: int) -> str:
    """The learner's function around a line if it bears the name of the activation that it computes, else ""."""
    what, _, kind = key.partition("=")
    if what != "activation.kind" or kind not in _SPELLED:
        return ""
    indent = len(rows[line - 1]) - len(rows[line - 1].lstrip())
    for row in reversed(rows[: line - 1]):
        start = re.match(r"(\s*)def\s+(\w+)", row)
        if start and len(start[1]) < indent:
            return start[2] if re.fullmatch(rf"(?i)\w*{_SPELLED[kind]}\w*", start[2]) else ""
    return ""


def _patterns(key: str) -> tuple[str, ...]:
    """What a line shows that this deviation is written in, the surest first; nothing where no line does."""
    what, _, value = key.partition("=")
    extra = re.fullmatch(r"extra activation (.+) on .+", key)
    if extra:
        what, value = "activation.kind", extra[1]
    if what == "activation.kind" and value in _SPELLED:
        return (rf"(?i)(?<![a-z_]){_SPELLED[value]}\s*\(",)
    if what == "dropout.rate" and value != "1-p":
        named = rf"(?i)^\s*(self\.)?(p|\w*(drop|rate|prob)\w*)\s*(:[^=]*)?=\s*{_number(value)}\s*$"
        default = (r"(?i)dropout\w*\s*\(\s*\)",) if value == "0.5" else ()
        return (rf"(?i)dropout\w*\s*\(.*{_number(value)}", *default, named)
    if what == "normalise.eps_value" and value != "other":
        return (_number(value),)
    if what == "softmax.axis":
        return (r"(?i)softmax\w*\s*\(",)
    if key == "missing bias":
        return (r"bias\s*=\s*False",)
    return (r"\bnn\.\w*Norm\w*\s*\(",) if key.startswith("extra norm on") else ()


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

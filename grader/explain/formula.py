"""Writes read or asked values as formulas, in the names of the steps that they are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grader.authoring.computation import ANY, Asked
from grader.authoring.parts import PARTS
from grader.domain.graph import Leaf
from grader.explain.reading import WHOLE
from grader.explain.value import Value


def read_formula(
    value: Value, names: Mapping[int, str], inputs: Callable[[Value], str], *, top: bool = True
) -> str:
    """The value as a formula; what has a name in `names` (by identity) is written by it, but for the value itself."""
    if not top and id(value) in names:
        return names[id(value)]
    if value.part == Leaf.INPUT:
        return inputs(value)
    if value.part in (Leaf.PARAMETER, Leaf.BUFFER):
        return str(value.facets["name"])
    if value.part == Leaf.CONSTANT:
        return f"{float(value.canon):g}" if value.canon.numel() == 1 else "a constant"
    args = [read_formula(arg, names, inputs, top=False) for arg in value.args]
    if value.part == "cast":
        return f"{value.facets['dtype']}({args[0]})"
    if value.part == "called":
        given = [
            (arg, name) for arg, name in zip(value.args, args, strict=True) if arg.part != Leaf.PARAMETER
        ]
        given.sort(key=lambda item: not item[0].canon.is_floating_point())  # a mask comes behind the values
        return f"f({', '.join(name for _, name in given)})"
    if value.part not in PARTS:
        return f"?({', '.join(args)})" if value.part == WHOLE else f"f({', '.join(args)})"
    return PARTS[value.part].write(value.facets, [_bracketed(value.part, arg) for arg in args])


def asked_formula(value: Asked, *, top: bool = True) -> str:
    """The asked value as a formula."""
    if not top and value.name:
        return value.name
    if value.part in ("input", "parameter"):
        return value.role
    if value.whole:
        inputs = ", ".join(asked_formula(arg, top=False) for arg in value.inputs)
        return f"{value.whole}({inputs})"
    if value.part == "dropout" and value.facets.get("rate") == ANY:
        return asked_formula(value.args[0], top=top)
    args = [_bracketed(value.part, asked_formula(arg, top=False)) for arg in value.args]
    facets = {**PARTS[value.part].right, **{k: v for k, v in value.facets.items() if v != ANY}}
    return PARTS[value.part].write(facets, args)


def _bracketed(part: str, text: str) -> str:
    return (
        f"({text})"
        if part in ("add", "plus", "product", "scale") and " - " in text and not text.endswith(")")
        else text
    )

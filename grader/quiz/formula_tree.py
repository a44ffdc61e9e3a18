"""The small tree of a formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

FUNCTIONS = frozenset({"sqrt", "exp", "log", "ln", "sin", "cos", "floor", "abs"})
"""Functions that every formula may use."""

GREEK: Mapping[str, str] = {"γ": "gamma", "β": "beta", "ε": "eps", "μ": "mu", "σ": "sigma"}


@dataclass(frozen=True)
class Number:
    """A literal, exactly."""

    value: Fraction


@dataclass(frozen=True)
class Name:
    """A symbol of the question."""

    name: str


@dataclass(frozen=True)
class Operation:
    """add, subtract, multiply, divide, floor_divide, matmul, negative, transpose or raise_to."""

    kind: str
    operands: tuple[Node, ...]


@dataclass(frozen=True)
class Call:
    """A function applied to its arguments."""

    function: str
    arguments: tuple[Node, ...]


Node = Number | Name | Operation | Call


@dataclass(frozen=True)
class Symbols:
    """What names an answer may use: `names` (variables and functions) and `synonyms` for them."""

    names: frozenset[str]
    functions: frozenset[str]
    synonyms: Mapping[str, str]


def is_deeper(tree: Node | tuple[Node, ...], cap: int) -> bool:
    """Tell whether a formula, or one of several, nests more than `cap` deep; without calling itself."""
    level = list(tree) if isinstance(tree, tuple) else [tree]
    for _ in range(cap):
        level = [child for node in level for child in children_of(node)]
        if not level:
            return False
    return True


def children_of(node: Node) -> tuple[Node, ...]:
    """Return operands or arguments; none of a number or a name."""
    if isinstance(node, Operation):
        return node.operands
    return node.arguments if isinstance(node, Call) else ()


def names_in(node: Node) -> frozenset[str]:
    """Return the variables that occur in a formula."""
    if isinstance(node, Name):
        return frozenset({node.name})
    return frozenset[str]().union(*(names_in(child) for child in children_of(node)))


def has_matrices(node: Node) -> bool:
    """Does the formula use @ or .T, so that factors may not change places?"""
    if isinstance(node, Operation):
        return node.kind in ("matmul", "transpose") or any(has_matrices(child) for child in node.operands)
    return isinstance(node, Call) and any(has_matrices(child) for child in node.arguments)

"""Reads formulas and shapes into a small tree; nothing typed is ever evaluated as code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.domain.text import Text
from grader.quiz.fold import ANSWER_CAP, fold
from grader.quiz.unreadable import Unreadable

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


def _reason_grammar(allowed: Sequence[str]) -> Text:
    names = ", ".join(allowed)
    if not names:
        return Text(
            en="This could not be read. Type numbers with + - * / ** and brackets.",
            zh="没有读懂这个回答。请用数字和 + - * / ** 以及括号书写。",
        )
    return Text(
        en=f"This could not be read. Use {names}, numbers, + - * / ** @ and brackets.",
        zh=f"没有读懂这个回答。请使用 {names}、数字、+ - * / ** @ 和括号。",
    )


TOO_LONG = Text(
    en=f"This is too long to be read (over {ANSWER_CAP} characters). Type a shorter answer.",
    zh=f"回答太长（超过 {ANSWER_CAP} 个字符）。请输入更短的回答。",
)


def _read(text: str, symbols: Symbols, start: str) -> Node | tuple[Node, ...]:
    folded = fold(text)
    if len(folded) > ANSWER_CAP or len(text) > ANSWER_CAP:
        raise Unreadable(TOO_LONG)
    plain = folded.replace("math.", "").replace("torch.sqrt", "sqrt").replace(".transpose(-2,-1)", ".T")
    from grader.quiz.formula_parser import parse  # lark costs a tenth of a second, choices need none

    try:
        return parse(plain, symbols, start)
    except ValueError as error:
        raise Unreadable(_reason_grammar(sorted(symbols.names))) from error


def read_formula(text: str, symbols: Symbols) -> Node:
    """Return the formula's tree. Raises Unreadable where it does not parse or uses unknown names."""
    node = _read(text, symbols, "formula")
    assert not isinstance(node, tuple)
    return node


def read_items(text: str, symbols: Symbols) -> tuple[Node, ...]:
    """Return the trees of a bracketed, comma-separated list. Raises Unreadable."""
    nodes = _read(text, symbols, "shape")
    assert isinstance(nodes, tuple)
    return nodes


def names_in(node: Node) -> frozenset[str]:
    """Return the variables that occur in a formula."""
    if isinstance(node, Name):
        return frozenset({node.name})
    children = (
        node.operands if isinstance(node, Operation) else node.arguments if isinstance(node, Call) else ()
    )
    return frozenset[str]().union(*(names_in(child) for child in children))


def has_matrices(node: Node) -> bool:
    """Does the formula use @ or .T, so that factors may not change places?"""
    if isinstance(node, Operation):
        return node.kind in ("matmul", "transpose") or any(has_matrices(child) for child in node.operands)
    return isinstance(node, Call) and any(has_matrices(child) for child in node.arguments)

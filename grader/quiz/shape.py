"""Tensor shapes as learners type them: numbers or the stem's letters, in any brackets or none."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.domain.text import Text
from grader.quiz.fold import ANSWER_CAP, fold
from grader.quiz.formula import TOO_LONG, read_items
from grader.quiz.formula_tree import Node, Symbols, names_in
from grader.quiz.identity import same_formula
from grader.quiz.unreadable import Unreadable
from grader.quiz.value import value_of

_SPACED = re.compile(r"\d+(?: +\d+)+")
_CROSSED = re.compile(r"\d+(?: *[xX*] *\d+)+")
_SCALAR = frozenset({"scalar", "标量", "()", "[]"})

AxisFormulas = tuple[Node, ...]


def _not_a_shape(names: tuple[str, ...]) -> Text:
    letters = ", ".join(names)
    return Text(
        en="Type a shape such as [2, 8, 5, 64]"
        + (f"; the letters {letters} may be used." if letters else "."),
        zh="请输入一个 shape，例如 [2, 8, 5, 64]" + (f"；可以使用字母 {letters}。" if letters else "。"),
    )


def read_shape(text: str, params: Mapping[str, float]) -> AxisFormulas:
    """Return the sizes, axis by axis, as formulas in the question's parameters. Raises Unreadable."""
    folded = fold(text)
    if len(folded) > ANSWER_CAP or len(text) > ANSWER_CAP:
        raise Unreadable(TOO_LONG)
    if folded.casefold() in _SCALAR:
        return ()
    plain = re.sub(r"^(torch\.)?size\s*\((.*)\)$", r"\2", folded, flags=re.IGNORECASE)
    inner = plain.strip("()[] ")
    if _SPACED.fullmatch(inner) or _CROSSED.fullmatch(inner):
        plain = ",".join(re.split(r"[ xX*]+", inner))
    names = tuple(params)
    if not inner:
        raise Unreadable(_not_a_shape(names))
    try:
        shape = read_items(plain, Symbols(frozenset(names), frozenset(), {}))
        sizes = [value_of(size, params) for size in shape]
    except Unreadable as error:
        raise Unreadable(_not_a_shape(names)) from error
    if any(size < 0 or size != int(size) for size in sizes):
        raise Unreadable(_not_a_shape(names))
    return shape


def same_shape(given: AxisFormulas, key: AxisFormulas, params: Mapping[str, float]) -> bool:
    """Return whether two shapes agree at `params`, and wherever letters are used, for every value of them.

    With S = 7, "[B, 1, 1, 7]" agrees with "[B, 1, 1, S]"; "[B, T]" never agrees with "[B, S]".
    """
    if len(given) != len(key):
        return False
    return all(_same_size(left, right, params) for left, right in zip(given, key, strict=True))


def _same_size(left: Node, right: Node, params: Mapping[str, float]) -> bool:
    if value_of(left, params) != value_of(right, params):
        return False
    if names_in(left) and names_in(right):
        return same_formula(left, right, frozenset(params))
    return True


def sizes_of(shape: AxisFormulas, params: Mapping[str, float]) -> tuple[int, ...]:
    """Return the shape in numbers."""
    return tuple(int(value_of(size, params)) for size in shape)


def show_shape(sizes: tuple[int, ...]) -> str:
    """Return "[2, 1, 1, 7]"."""
    return "[" + ", ".join(str(size) for size in sizes) + "]"

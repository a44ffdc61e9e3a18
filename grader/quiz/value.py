"""Evaluates a formula to a float, with the sizes of powers bounded."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from grader.domain.text import Text
from grader.quiz.formula import read_formula
from grader.quiz.formula_tree import Call, Name, Node, Number, Operation, Symbols
from grader.quiz.unreadable import Unreadable

NO_VALUE = Text(
    en="This has no value (a division by zero, a root of a negative number, or too large).",
    zh="这个式子算不出数值（除以零、对负数开方，或数值过大）。",
)

_FUNCTIONS: Mapping[str, Callable[[float], float]] = {
    "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "ln": math.log,
    "sin": math.sin, "cos": math.cos, "floor": math.floor, "abs": abs,
}  # fmt: skip


def value_of(node: Node, values: Mapping[str, float]) -> float:
    """Return the formula's value at `values`. Raises Unreadable where it has none (0/0, 9**9**9)."""
    try:
        result = _value(node, values)
    except (ArithmeticError, ValueError, KeyError, TypeError) as error:
        raise Unreadable(NO_VALUE) from error
    if not math.isfinite(result):
        raise Unreadable(NO_VALUE)
    return result


def evaluate(text: str, values: Mapping[str, float]) -> float:
    """Return the value of an expression in a question's parameters. Raises Unreadable."""
    symbols = Symbols(frozenset(values), frozenset(), {})
    return value_of(read_formula(text, symbols), values)


def _value(node: Node, values: Mapping[str, float]) -> float:
    if isinstance(node, Number):
        return float(node.value)
    if isinstance(node, Name):
        return float(values[node.name])
    if isinstance(node, Call):
        if len(node.arguments) != 1:
            raise ValueError(f"{node.function} takes one argument")
        return float(_FUNCTIONS[node.function](_value(node.arguments[0], values)))
    return _operate(node, [_value(operand, values) for operand in node.operands])


def _operate(node: Operation, operands: list[float]) -> float:
    match node.kind, operands:
        case "add", [left, right]:
            return left + right
        case "subtract", [left, right]:
            return left - right
        case "multiply", [left, right]:
            return left * right
        case "divide", [left, right]:
            return left / right
        case "floor_divide", [left, right]:
            return left // right
        case "negative", [operand]:
            return -operand
        case "raise_to", [base, exponent]:
            return math.pow(base, exponent)  # floats overflow at once, integers would compute for years
    raise ValueError(f"{node.kind} has no number as its value")

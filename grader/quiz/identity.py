"""Tells whether two formulas are the same polynomial: both are evaluated at random points modulo a prime.

Schwartz (1980) and Zippel (1979): two different polynomials of degree d agree at a random point with
probability at most d / P, here below 1e-15. Functions (LN, exp) are uninterpreted: equal arguments give
equal values. With `@` or `.T`, symbols are matrices, and factors of `@` do not change places; `*` is
elementwise and does. Square roots are those of the field: where the radicand is a square, sqrt(a)**2 is a.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.domain.text import Text
from grader.quiz.formula_tree import Call, Name, Node, Number, Operation, has_matrices
from grader.quiz.unreadable import Unreadable

# 3 modulo 4, so that a**((P+1)/4) is a root of a wherever a is a square; every prime below 61 is a square
# modulo it, so that sqrt(9) is 3 and sqrt(12) is 2*sqrt(3).
PRIME = 2**61 - 636873
POINTS = 3
ATTEMPTS = 48
EXPONENT_CAP = 64

_SIDE = 3
"""Matrices are 3 by 3: those of 2 by 2 obey identities of low degree that larger ones do not."""

Matrix = tuple[tuple[int, ...], ...]

EXPONENT = Text(
    en=f"An exponent must be a whole number of at most {EXPONENT_CAP}, or 1/2.",
    zh=f"指数必须是不超过 {EXPONENT_CAP} 的整数，或 1/2。",
)
ZERO = Text(en="This formula divides by zero.", zh="这个公式除以了零。")
ARITY = Text(en="This operation cannot be applied here.", zh="这里不能使用这个运算。")


@dataclass(frozen=True)
class _Point:
    """Random values for the symbols; `key` fixes them. A scalar is drawn as a square (a positive number)."""

    key: str
    side: int
    scalars: frozenset[str]

    def symbol(self, name: str) -> Matrix:
        source = random.Random(f"{self.key}/{name}")  # not for secrecy
        if name in self.scalars or self.side == 1:
            root = source.randrange(2, PRIME)
            drawn = root * root % PRIME if name in self.scalars else root
            return _constant(drawn, self.side)
        return tuple(tuple(source.randrange(1, PRIME) for _ in range(self.side)) for _ in range(self.side))

    def function(self, name: str, arguments: Sequence[Matrix]) -> Matrix:
        digest = hashlib.blake2b(repr((self.key, name, arguments)).encode()).hexdigest()
        source = random.Random(digest)  # not for secrecy
        return tuple(tuple(source.randrange(1, PRIME) for _ in range(self.side)) for _ in range(self.side))


class _RootMissing(Exception):
    """A radicand is no square at this point: take another point."""


def same_formula(left: Node, right: Node, scalars: frozenset[str]) -> bool:
    """Return whether both are the same polynomial; `scalars` are symbols that stand for positive numbers.

    Raises Unreadable where a formula has no value (division by zero, an exponent that is not a small number).
    """
    side = _SIDE if has_matrices(left) or has_matrices(right) else 1
    agreed = 0
    for attempt in range(ATTEMPTS):
        point = _Point(f"point {attempt}", side, scalars)
        # When roots keep failing, take them as they come: sqrt is then merely a function of its argument.
        strict = attempt < ATTEMPTS - POINTS
        try:
            if _evaluate(left, point, strict) != _evaluate(right, point, strict):
                return False
        except _RootMissing:
            continue
        agreed += 1
        if agreed == POINTS:
            return True
    return agreed > 0


def check_formula(node: Node, scalars: frozenset[str]) -> None:
    """Raise Unreadable where a formula has no value at all."""
    _evaluate(node, _Point("check", _SIDE if has_matrices(node) else 1, scalars), strict=False)


def _evaluate(node: Node, point: _Point, strict: bool) -> Matrix:
    if isinstance(node, Number):
        return _constant(_modular(node.value), point.side)
    if isinstance(node, Name):
        return point.symbol(node.name)
    if isinstance(node, Call):
        arguments = [_evaluate(argument, point, strict) for argument in node.arguments]
        if node.function == "sqrt" and len(arguments) == 1:
            return _map(lambda entry: _root(entry, strict), arguments[0])
        return point.function(node.function, arguments)
    if node.kind == "raise_to":
        return _power(_evaluate(node.operands[0], point, strict), _exponent(node.operands[1]), strict)
    return _operate(node.kind, [_evaluate(operand, point, strict) for operand in node.operands])


def _operate(kind: str, operands: list[Matrix]) -> Matrix:
    match kind, operands:
        case "add", [left, right]:
            return _zip(lambda a, b: (a + b) % PRIME, left, right)
        case "subtract", [left, right]:
            return _zip(lambda a, b: (a - b) % PRIME, left, right)
        case "multiply", [left, right]:
            return _zip(lambda a, b: a * b % PRIME, left, right)
        case (("divide" | "floor_divide"), [left, right]):
            return _zip(lambda a, b: a * _inverse(b) % PRIME, left, right)
        case "negative", [operand]:
            return _map(lambda a: -a % PRIME, operand)
        case "transpose", [operand]:
            return tuple(zip(*operand, strict=True))
        case "matmul", [left, right]:
            columns = tuple(zip(*right, strict=True))
            return tuple(
                tuple(sum(a * b for a, b in zip(row, column, strict=True)) % PRIME for column in columns)
                for row in left
            )
    raise Unreadable(ARITY)


def _constant(value: int, side: int) -> Matrix:
    return ((value,) * side,) * side


def _map(function: Callable[[int], int], matrix: Matrix) -> Matrix:
    return tuple(tuple(function(entry) for entry in row) for row in matrix)


def _zip(function: Callable[[int, int], int], left: Matrix, right: Matrix) -> Matrix:
    rows = zip(left, right, strict=True)
    return tuple(tuple(function(a, b) for a, b in zip(row, other, strict=True)) for row, other in rows)


def _modular(value: Fraction) -> int:
    return value.numerator * pow(value.denominator, -1, PRIME) % PRIME


def _inverse(value: int) -> int:
    if value == 0:
        raise Unreadable(ZERO)
    return pow(value, -1, PRIME)


def _root(value: int, strict: bool) -> int:
    root = pow(value, (PRIME + 1) // 4, PRIME)
    if strict and root * root % PRIME != value:
        raise _RootMissing
    return root


def _power(base: Matrix, exponent: Fraction, strict: bool) -> Matrix:
    if exponent.denominator == 2:
        base = _map(lambda entry: _root(entry, strict), base)
    numerator = exponent.numerator
    if numerator < 0:
        base = _map(_inverse, base)
    return _map(lambda entry: pow(entry, abs(numerator), PRIME), base)


def _exponent(node: Node) -> Fraction:
    """Return a constant exponent: whole or half, and small; 9**9 as an exponent is not."""
    exponent = _constant_value(node)
    if exponent.denominator not in (1, 2) or abs(exponent) > EXPONENT_CAP:
        raise Unreadable(EXPONENT)
    return exponent


def _constant_value(node: Node) -> Fraction:
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Operation) and node.kind == "negative":
        return -_constant_value(node.operands[0])
    if isinstance(node, Operation) and node.kind == "divide":
        left, right = (_constant_value(operand) for operand in node.operands)
        if right == 0:
            raise Unreadable(ZERO)
        return left / right
    raise Unreadable(EXPONENT)

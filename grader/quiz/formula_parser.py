"""Lark parses formulas; imported when the first one is read."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, reduce
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import LarkError

from grader.quiz.formula_tree import FUNCTIONS, GREEK, Call, Name, Node, Number, Operation, Symbols


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    source = Path(__file__).with_name("formula.lark").read_text(encoding="utf-8")
    return Lark(source, parser="lalr", start=["formula", "shape"], maybe_placeholders=False)


def parse_formula(text: str, symbols: Symbols) -> Node:
    """Return the tree of a folded formula. Raises ValueError."""
    node: Node = _built(text, symbols, "formula")
    return node


def parse_items(text: str, symbols: Symbols) -> tuple[Node, ...]:
    """Return the trees of a folded, comma-separated list. Raises ValueError."""
    nodes: tuple[Node, ...] = _built(text, symbols, "shape")
    return nodes


def _built(text: str, symbols: Symbols, start: str) -> Any:
    try:
        return _Builder(symbols).transform(_grammar().parse(text, start=start))
    except (LarkError, ValueError) as error:
        raise ValueError(str(error)) from error


class _Builder(Transformer[Token, Node]):
    """Turns lark's tree into nodes, with the question's names."""

    def __init__(self, symbols: Symbols) -> None:
        super().__init__()
        self.symbols = symbols

    def formula(self, children: list[Node]) -> Node:
        return children[0]

    def shape(self, children: list[tuple[Node, ...]]) -> tuple[Node, ...]:
        return children[0] if children else ()

    def items(self, children: list[Node]) -> tuple[Node, ...]:
        return tuple(children)

    def number(self, children: list[Token]) -> Node:
        return Number(Fraction(str(children[0])))

    def name(self, children: list[Token]) -> Node:
        return self._resolve(str(children[0]))

    def call(self, children: list[Token | Node]) -> Node:
        word, arguments = (
            str(children[0]),
            tuple(child for child in children[1:] if not isinstance(child, Token)),
        )
        function = self.symbols.synonyms.get(word, word)
        if function in self.symbols.functions or function in FUNCTIONS:
            return Call(function, arguments)
        if len(arguments) != 1:
            raise ValueError(f"{word} is not a function")
        return Operation("multiply", (self._resolve(word), arguments[0]))

    def juxtapose(self, children: list[Node]) -> Node:
        right = children[1]
        if isinstance(right, Operation) and right.kind == "raise_to":
            right = right.operands[0]
        if isinstance(right, Number):
            raise ValueError("a number after a space is no factor")
        return Operation("multiply", (children[0], children[1]))

    def root(self, children: list[Node]) -> Node:
        return Call("sqrt", (children[0],))

    def signed(self, children: list[Node]) -> Node:
        return children[0]

    def _resolve(self, word: str) -> Node:
        known = self._known(word)
        if known is not None:
            return known
        # "DF" is D times F where both are names of one letter and DF is none.
        parts = [part for part in map(self._known, word) if part is not None]
        if not parts or len(word) > 4 or len(parts) < len(word):
            raise ValueError(f"unknown name {word}")
        return reduce(lambda left, right: Operation("multiply", (left, right)), parts)

    def _known(self, word: str) -> Node | None:
        name = self.symbols.synonyms.get(word, GREEK.get(word, word))
        if name in self.symbols.names and name not in self.symbols.functions:
            return Name(name)
        return None

    def __default__(self, data: str, children: list[Node], meta: object) -> Node:
        return Operation(str(data), tuple(children))

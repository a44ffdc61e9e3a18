"""Lark parses formulas and shapes and builds their trees; imported when the first one is read."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from lark import Lark, Token, Transformer
from lark.exceptions import LarkError

from grader.quiz.formula import FUNCTIONS, GREEK, Call, Name, Node, Number, Operation, Symbols


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    source = Path(__file__).with_name("formula.lark").read_text(encoding="utf-8")
    return Lark(source, parser="lalr", start=["formula", "shape"], maybe_placeholders=False)


def parse(text: str, symbols: Symbols, start: str) -> Node | tuple[Node, ...]:
    """Return the tree of a folded text; `start` is "formula" or "shape". Raises ValueError."""
    try:
        tree = _grammar().parse(text, start=start)
        built: Node | tuple[Node, ...] = _Builder(symbols).transform(tree)
    except (LarkError, ValueError) as error:
        raise ValueError(str(error)) from error
    return built


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
        parts = [self._known(letter) for letter in word]
        if len(word) > 4 or any(part is None for part in parts):
            raise ValueError(f"unknown name {word}")
        product = parts[0]
        for part in parts[1:]:
            assert product is not None
            assert part is not None
            product = Operation("multiply", (product, part))
        assert product is not None
        return product

    def _known(self, word: str) -> Node | None:
        name = self.symbols.synonyms.get(word, GREEK.get(word, word))
        if name in self.symbols.names and name not in self.symbols.functions:
            return Name(name)
        return None

    def __default__(self, data: str, children: list[Node], meta: object) -> Node:
        return Operation(str(data), tuple(children))

"""Reads formulas, or lists of them, into a small tree; nothing typed is ever evaluated as code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from grader.domain.text import Text
from grader.quiz.fold import ANSWER_CAP, fold
from grader.quiz.formula_tree import Node, Symbols, is_deeper
from grader.quiz.unreadable import Unreadable

DEPTH_CAP = 120
"""How deep a formula may nest: what walks the tree calls itself that often."""

Tree = TypeVar("Tree", Node, tuple[Node, ...])


def with_functions(names: tuple[str, ...], synonyms: Mapping[str, str], formulas: tuple[str, ...]) -> Symbols:
    """Return the symbols, those that stand before a bracket in any of `formulas` being functions."""
    squeezed = ["".join(formula.split()) for formula in formulas]
    functions = frozenset(name for name in names if any(_calls(name, text) for text in squeezed))
    return Symbols(frozenset(names), functions, synonyms)


def _calls(name: str, formula: str) -> bool:
    at = formula.find(name + "(")
    while at > 0 and (formula[at - 1].isalnum() or formula[at - 1] == "_"):
        at = formula.find(name + "(", at + 1)
    return at >= 0


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


def _read(text: str, symbols: Symbols, parse: Callable[[str, Symbols], Tree]) -> Tree:
    folded = fold(text)
    if len(folded) > ANSWER_CAP or len(text) > ANSWER_CAP:
        raise Unreadable(TOO_LONG)
    plain = folded.replace("math.", "").replace("torch.sqrt", "sqrt").replace(".transpose(-2,-1)", ".T")
    try:
        tree = parse(plain, symbols)
    except (ValueError, RecursionError) as error:
        raise Unreadable(_reason_grammar(sorted(symbols.names))) from error
    if is_deeper(tree, DEPTH_CAP):
        raise Unreadable(TOO_LONG)
    return tree


def read_formula(text: str, symbols: Symbols) -> Node:
    """Return the formula's tree. Raises Unreadable where it does not parse or uses unknown names."""
    from grader.quiz.formula_parser import parse_formula  # lark costs a tenth of a second, choices need none

    return _read(text, symbols, parse_formula)


def read_items(text: str, symbols: Symbols) -> tuple[Node, ...]:
    """Return the trees of a bracketed, comma-separated list. Raises Unreadable."""
    from grader.quiz.formula_parser import parse_items

    return _read(text, symbols, parse_items)

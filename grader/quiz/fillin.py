"""Gaps: a literal text or a formula each; several gaps are written on one line, split by semicolons."""

from __future__ import annotations

from collections.abc import Mapping

from grader.domain.question import Blank, FillQuestion
from grader.domain.text import Text
from grader.quiz.fold import ANSWER_CAP, fold, fold_phrase
from grader.quiz.formula import TOO_LONG, Symbols, read_formula
from grader.quiz.identity import check_formula, same_formula
from grader.quiz.unreadable import Unreadable


def symbols_of(blank: Blank) -> Symbols:
    """Return what names a formula gap may use; a name is a function if the key calls it."""
    return with_functions(blank.symbols, blank.synonyms, blank.accept)


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


def read_gaps(question: FillQuestion, text: str) -> tuple[str, ...]:
    """Return one folded text a gap. Raises Unreadable where one is missing or a formula does not parse."""
    if len(text) > ANSWER_CAP:
        raise Unreadable(TOO_LONG)
    parts = tuple(part.strip() for part in fold(text).split(";"))
    count = len(question.blanks)
    if len(parts) != count or not all(parts):
        raise Unreadable(
            Text(
                en=f"There are {count} gaps: type {count} texts split by semicolons (;).",
                zh=f"共有 {count} 个空：请输入 {count} 段内容，用分号（;）隔开。",
            )
        )
    for blank, part in zip(question.blanks, parts, strict=True):
        if blank.is_formula:
            check_formula(read_formula(part, symbols_of(blank)), frozenset())
    return parts


def gap_equals(blank: Blank, given: str, value: str) -> bool:
    """Return whether a gap's text is `value`: the same formula, or the same text but for case and spaces."""
    if not blank.is_formula:
        return fold_phrase(given) == fold_phrase(value)
    symbols = symbols_of(blank)
    return same_formula(read_formula(given, symbols), read_formula(value, symbols), frozenset())

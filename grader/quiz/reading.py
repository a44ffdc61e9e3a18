"""From what was typed to a canonical answer, which names options by key, not by where they stood."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from grader.domain.question import (
    FillQuestion,
    FormulaQuestion,
    MatchQuestion,
    MultiQuestion,
    NumericQuestion,
    OrderQuestion,
    PredictKind,
    PredictQuestion,
    ShapeQuestion,
    ShortQuestion,
    SingleQuestion,
    TrueFalseQuestion,
)
from grader.domain.text import Text
from grader.quiz.fillin import read_gaps, with_functions
from grader.quiz.fold import ANSWER_CAP, fold
from grader.quiz.formula import TOO_LONG, read_formula
from grader.quiz.identity import check_formula
from grader.quiz.instance import Instance
from grader.quiz.mask import read_mask, show_mask
from grader.quiz.number import read_number
from grader.quiz.phrase import read_phrase, right_option_in_words
from grader.quiz.shape import read_shape
from grader.quiz.unreadable import Unreadable

NOTHING = "none"
"""The canonical answer of a multiple choice with nothing chosen."""

UNSURE = "?"
"""The canonical answer "I do not know" to any question: not right, and no belief is read out of it."""

_TRUE = frozenset({"1", "true", "t", "yes", "y", "对", "是", "真", "正确"})
_FALSE = frozenset({"2", "false", "f", "no", "n", "错", "否", "假", "错误", "不对"})
_NONE = frozenset({"0", "none", "nothing", "无", "都不选", "没有"})


def read_typed(instance: Instance, text: str) -> str:
    """Return the canonical answer for what was typed at the screen. Raises Unreadable: ask again."""
    if len(text) > ANSWER_CAP:
        raise Unreadable(TOO_LONG)
    question, order = instance.question, instance.order
    folded = fold(text)
    if folded == UNSURE:
        return UNSURE
    match question:
        case SingleQuestion():
            key = right_option_in_words(question, text)
            return key if key is not None else order[_one_place(folded, len(order))]
        case TrueFalseQuestion():
            return _true_or_false(folded)
        case MultiQuestion():
            if folded.casefold() in _NONE:
                return NOTHING
            chosen = {order[place] for place in _places(folded, len(order))}
            return ",".join(option.key for option in question.options if option.key in chosen)
        case OrderQuestion():
            places = _places(folded, len(order))
            if sorted(places) != list(range(len(order))):
                raise Unreadable(_all_of(len(order)))
            return ",".join(order[place] for place in places)
        case MatchQuestion():
            lefts = tuple(item.key for item in question.left)
            letters = _letters(folded, len(lefts), len(order))
            return ",".join(f"{left}={order[place]}" for left, place in zip(lefts, letters, strict=True))
    return read_canonical(instance, text)


def read_canonical(instance: Instance, text: str) -> str:
    """Return a canonical answer (from a file) in its one spelling. Raises Unreadable where it is none."""
    if len(text) > ANSWER_CAP:
        raise Unreadable(TOO_LONG)
    if fold(text) == UNSURE:
        return UNSURE
    for kind, reader in _CANONICAL.items():
        if isinstance(instance.question, kind):
            return reader(instance, text)
    raise TypeError(type(instance.question).__name__)


def _one_place(folded: str, count: int) -> int:
    number = re.fullmatch(r"\(?(\d{1,2})\)?\.?", folded)
    if number is None or not 1 <= int(number.group(1)) <= count:
        raise Unreadable(
            Text(en=f"Type one number from 1 to {count}.", zh=f"请输入 1 到 {count} 之间的一个数字。")
        )
    return int(number.group(1)) - 1


def _places(folded: str, count: int) -> list[int]:
    plain = re.sub(r"[,;>\-()\[\]]+", " ", folded).strip()
    words = list(plain) if plain.isdigit() and count <= 9 and len(plain) > 1 else plain.split()
    if not words or not all(re.fullmatch(r"\d{1,2}", word) and 1 <= int(word) <= count for word in words):
        raise Unreadable(_some_of(count))
    places = [int(word) - 1 for word in words]
    if len(set(places)) != len(places):
        raise Unreadable(_some_of(count))
    return places


def _letters(folded: str, lefts: int, rights: int) -> list[int]:
    """Read "1b 2a 3c", "b a c" or "bac" into places of the right-hand list, one a left item."""
    last = chr(ord("a") + rights - 1)
    reason = Text(
        en=f"Type {lefts} letters from a to {last}, one for each number in turn, such as 1b 2a.",
        zh=f"请按编号顺序输入 {lefts} 个字母（a 到 {last}），例如 1b 2a。",
    )
    pairs = re.findall(r"(\d{1,2})\s*[-=:.]?\s*([a-z])", folded.casefold())
    plain = re.sub(r"[\s,;]", "", folded.casefold())
    if pairs and len(re.sub(r"[\s,;\-=:.]", "", folded)) == sum(len(n) + len(letter) for n, letter in pairs):
        given = {int(number): letter for number, letter in pairs}
        if len(given) != len(pairs) or set(given) != set(range(1, lefts + 1)):
            raise Unreadable(reason)
        letters = [given[number] for number in range(1, lefts + 1)]
    elif re.fullmatch(r"[a-z]+", plain):
        letters = list(plain)
    else:
        raise Unreadable(reason)
    places = [ord(letter) - ord("a") for letter in letters]
    if len(places) != lefts or any(place >= rights for place in places):
        raise Unreadable(reason)
    return places


def _some_of(count: int) -> Text:
    return Text(
        en=f"Type numbers from 1 to {count}, each once, such as 1 3; 0 for none.",
        zh=f"请输入 1 到 {count} 之间的数字，每个至多一次，例如 1 3；都不选请输入 0。",
    )


def _all_of(count: int) -> Text:
    return Text(
        en=f"Type all the numbers from 1 to {count} in the right order.",
        zh=f"请按正确的顺序输入 1 到 {count} 的全部数字。",
    )


def _true_or_false(folded: str) -> str:
    word = folded.casefold().rstrip(".")
    if word in _TRUE:
        return "true"
    if word in _FALSE:
        return "false"
    raise Unreadable(Text(en="Type 1 for true or 2 for false.", zh="请输入 1（正确）或 2（错误）。"))


def _unknown_keys(keys: tuple[str, ...]) -> Unreadable:
    listed = ", ".join(keys)
    return Unreadable(Text(en=f"Use the keys {listed}.", zh=f"请使用这些键：{listed}。"))


def _canonical_single(instance: Instance, text: str) -> str:
    key = fold(text)
    if key not in instance.order:
        raise _unknown_keys(instance.order)
    return key


def _canonical_multi(instance: Instance, text: str) -> str:
    question = instance.question
    assert isinstance(question, MultiQuestion)
    chosen = [part.strip() for part in fold(text).split(",")]
    if chosen == [NOTHING]:
        return NOTHING
    keys = tuple(option.key for option in question.options)
    if not set(chosen) <= set(keys) or len(set(chosen)) != len(chosen):
        raise _unknown_keys(keys)
    return ",".join(key for key in keys if key in chosen)


def _canonical_order(instance: Instance, text: str) -> str:
    keys = [part.strip() for part in fold(text).split(",")]
    if sorted(keys) != sorted(instance.order):
        raise _unknown_keys(instance.order)
    return ",".join(keys)


def _canonical_match(instance: Instance, text: str) -> str:
    question = instance.question
    assert isinstance(question, MatchQuestion)
    lefts = tuple(item.key for item in question.left)
    pairs = dict(part.strip().split("=", 1) for part in fold(text).split(",") if "=" in part)
    if set(pairs) != set(lefts) or not set(pairs.values()) <= set(instance.order):
        raise _unknown_keys((*lefts, *instance.order))
    return ",".join(f"{left}={pairs[left]}" for left in lefts)


def _canonical_number(instance: Instance, text: str) -> str:
    read_number(text)
    return fold(text)


def _canonical_shape(instance: Instance, text: str) -> str:
    read_shape(text, instance.params)
    return fold(text)


def _canonical_formula(instance: Instance, text: str) -> str:
    question = instance.question
    assert isinstance(question, FormulaQuestion)
    formulas = (question.answer, *(wrong.value for wrong in question.wrong))
    symbols = with_functions(question.symbols, question.synonyms, formulas)
    plain = fold(text)
    check_formula(read_formula(plain, symbols), frozenset(question.positive))
    return plain


def _canonical_fill(instance: Instance, text: str) -> str:
    question = instance.question
    assert isinstance(question, FillQuestion)
    return " ; ".join(read_gaps(question, text))


def _canonical_predict(instance: Instance, text: str) -> str:
    question = instance.question
    assert isinstance(question, PredictQuestion)
    if question.predict is PredictKind.SHAPE:
        return _canonical_shape(instance, text)
    if question.predict is PredictKind.NUMBER:
        return _canonical_number(instance, text)
    return show_mask(read_mask(text))


_CANONICAL: Mapping[type, Callable[[Instance, str], str]] = {
    SingleQuestion: _canonical_single,
    TrueFalseQuestion: lambda _, text: _true_or_false(fold(text)),
    MultiQuestion: _canonical_multi,
    OrderQuestion: _canonical_order,
    MatchQuestion: _canonical_match,
    NumericQuestion: _canonical_number,
    ShortQuestion: lambda _, text: read_phrase(text),
    ShapeQuestion: _canonical_shape,
    FormulaQuestion: _canonical_formula,
    FillQuestion: _canonical_fill,
    PredictQuestion: _canonical_predict,
}

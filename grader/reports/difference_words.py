"""Words for one difference, for a student: in a hidden case never a value, an input or an exception's own text."""

from __future__ import annotations

import ast
import re

from grader.domain.result import PARAMETERS, Difference, DifferenceKind
from grader.domain.text import Text
from grader.reports.denied import explain_denied
from grader.reports.errors.explain import explain_error
from grader.reports.exception_text import is_builtin_exception, shortened
from grader.reports.kind_words import kind_words

_KINDS = {
    DifferenceKind.RAISED: Text(
        "{where}it raised {found}{line}{message}", "{where}抛出了 {found}{line}{message}"
    ),
    DifferenceKind.NOT_RAISED: Text(
        "{where}it returned normally instead of raising {expected}",
        "{where}本应抛出 {expected}，却正常返回了",
    ),
    DifferenceKind.MISSING: Text(
        "{where}an item is missing, or there is one too many", "{where}多了或少了一项"
    ),
    DifferenceKind.TYPE: Text(
        "{where}found {found}, expected {expected}", "{where}得到{found}，应为{expected}"
    ),
    DifferenceKind.TOO_LARGE: Text(
        "{where}found {found}, which is too large to compare; expected {expected}",
        "{where}得到 {found}，过大，无法比较；应为 {expected}",
    ),
    DifferenceKind.SHAPE: Text(
        "{where}shape {found}, expected {expected}{axes}", "{where}形状是 {found}，应为 {expected}{axes}"
    ),
    DifferenceKind.DTYPE: Text(
        "{where}dtype {found}, expected {expected}", "{where}dtype 是 {found}，应为 {expected}"
    ),
    DifferenceKind.NOT_FINITE: Text("{where}a value is NaN or infinite", "{where}出现了 NaN 或无穷大"),
    DifferenceKind.NO_GRADIENT: Text("no gradient reaches {found}", "没有梯度传到{found}"),
    DifferenceKind.VALUE: Text("{where}the values differ{largest}", "{where}数值不同{largest}"),
}
_PUBLIC_VALUE = Text(
    "{where}found {found}, expected {expected}{largest}", "{where}得到 {found}，应为 {expected}{largest}"
)
RETURNS_NOTHING = Text("it returns None: is a return missing?", "返回了 None：是不是漏写了 return？")
_SAFE_TYPES = re.compile(
    r"(tuple|list|dict) of \d+|dict|None|(int|float|bool|str)|tensor \[[\d, ]*\] \w+|tensor on \w+"
)


def explain_difference(difference: Difference, *, public: bool) -> Text:
    """Say where and how the observation leaves the expected one; `public` allows values and the exception's text."""
    kind = difference.kind
    if "mutated" in difference.place:
        return Text("your code changes an argument in place", "你的代码原地改动了传入的参数")
    if returns_nothing(difference):
        return RETURNS_NOTHING
    template = (
        _PUBLIC_VALUE
        if public and kind in (DifferenceKind.VALUE, DifferenceKind.NOT_FINITE)
        else _KINDS[kind]
    )
    said = difference.found if public else _withheld(difference)
    found = _reached(said) if kind is DifferenceKind.NO_GRADIENT else Text(said, said)
    expected = Text(difference.expected, difference.expected)
    if kind is DifferenceKind.TYPE:
        found, expected = _after_chinese(kind_words(said)), _after_chinese(kind_words(difference.expected))
    largest = difference.largest
    return Text(
        en=template.en.format(
            where=_where(difference, public).en,
            found=found.en,
            expected=expected.en if public or kind is not DifferenceKind.VALUE else "",
            line=_line(difference).en,
            message=_message(difference, public).en,
            axes=_axes(difference).en,
            largest=f" (by up to {largest:.2g})" if largest and not _is_truth(difference) else "",
        ),
        zh=template.zh.format(
            where=_where(difference, public).zh,
            found=found.zh,
            expected=expected.zh if public or kind is not DifferenceKind.VALUE else "",
            line=_line(difference).zh,
            message=_message(difference, public).zh,
            axes=_axes(difference).zh,
            largest=f"（最大相差 {largest:.2g}）" if largest and not _is_truth(difference) else "",
        ),
    )


def _after_chinese(text: Text) -> Text:
    """The text with a blank before it in Chinese where it begins with another script."""
    return Text(text.en, f" {text.zh}" if text.zh[:1].isascii() else text.zh)


def _is_truth(difference: Difference) -> bool:
    """Whether a truth value differs, of which no amount can be told."""
    return {difference.found, difference.expected} <= {"True", "False"}


def _reached(names: str) -> Text:
    """The inputs that a gradient should reach, in words."""
    listed = names.split(", ")
    return Text(
        _joined(["the parameters" if name == PARAMETERS else name for name in listed]),
        "和".join("模块的参数" if name == PARAMETERS else f" {name} " for name in listed).rstrip(),
    )


def _joined(names: list[str]) -> str:
    """What a "no" covers: x, gamma or beta."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def returns_nothing(difference: Difference) -> bool:
    """Whether the whole result of a call is None: what a function without `return` gives."""
    whole = difference.place.endswith(".out")
    return whole and difference.kind is DifferenceKind.TYPE and difference.found == "None"


def place_of(difference: Difference) -> Text:
    """Where in the learner's source it was: "mine.py:6", or in a notebook "mine.ipynb, cell 2, line 4"."""
    if _cell(difference) is None:
        place = f"{difference.source}:{difference.line}"
        return Text(place, place)
    file = difference.source.rpartition(", cell ")[0]
    cell = _cell(difference)
    return Text(
        f"{file}, cell {cell}, line {difference.line}", f"{file}，代码单元 {cell}，第 {difference.line} 行"
    )


def _cell(difference: Difference) -> int | None:
    """The code cell that the source's name speaks of, None for a file."""
    found = re.search(r", cell (\d+)$", difference.source)
    return int(found.group(1)) if found else None


def _line(difference: Difference) -> Text:
    if not difference.line:
        return Text("", "")
    cell = _cell(difference)
    if cell is None:
        return Text(f" at line {difference.line}", f"（第 {difference.line} 行）")
    return Text(f" in cell {cell}, line {difference.line}", f"（代码单元 {cell} 第 {difference.line} 行）")


def _message(difference: Difference, public: bool) -> Text:
    """The exception's text (public cases only), and what it means where that is known."""
    own = shortened(difference.message).rstrip(".") if public else ""
    denied = explain_denied(difference.found, difference.message, public=public)
    meaning = explain_error(difference.message) or denied
    return Text(
        (f": {own}" if own else "") + (f". {meaning.en}" if meaning else ""),
        (f"：{own}" if own else "") + (f"。{meaning.zh}" if meaning else ""),
    )


def _where(difference: Difference, public: bool) -> Text:
    """The index of the first differing value, for public cases; a dict's key, which the contract names, always."""
    index = difference.place.partition(".out")[2] if difference.kind is DifferenceKind.VALUE else ""
    if not public:
        key = re.match(r"\['\w+'\]", index)
        index = key.group() if key else ""
    return Text(f"output{index}: ", f"输出{index}：") if index else Text("", "")


def _withheld(difference: Difference) -> str:
    """What was found, as far as it cannot carry a hidden case's contents out."""
    found = difference.found
    if difference.kind is DifferenceKind.RAISED:
        return found if is_builtin_exception(found) else "an exception"
    if difference.kind in (DifferenceKind.TYPE, DifferenceKind.TOO_LARGE):
        return found if _SAFE_TYPES.fullmatch(found) else "something else"
    return found


def _axes(difference: Difference) -> Text:
    if difference.kind is not DifferenceKind.SHAPE:
        return Text("", "")
    expected, found = ast.literal_eval(difference.expected), ast.literal_eval(difference.found)
    if len(expected) != len(found):
        return Text(
            f" ({len(found)} axes, expected {len(expected)})",
            f"（{len(found)} 个轴，应为 {len(expected)} 个）",
        )
    wrong = [i for i, (e, f) in enumerate(zip(expected, found, strict=True)) if e != f]
    en = ", ".join(f"axis {i}: {found[i]}, expected {expected[i]}" for i in wrong)
    zh = "，".join(f"第 {i} 轴是 {found[i]}，应为 {expected[i]}" for i in wrong)
    return Text(f" ({en})", f"（{zh}）")

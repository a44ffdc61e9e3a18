"""Words for the exception that a submission stopped with: where, on what, what it means, how to go on."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterator

from grader.domain.result import Stop
from grader.domain.text import Language, Text
from grader.reports.denied import explain_denied
from grader.reports.errors.explain import explain_error, rule_for
from grader.reports.exception_text import is_builtin_exception, shortened
from grader.reports.kind_words import kind_words
from grader.reports.lines import Line, Tone

Shape = tuple[int, ...]


def stop_lines(stop: Stop, checks: int, language: Language, *, named: bool) -> Iterator[Line]:
    """Yield where the code stopped, what met there, and what the error means.

    `checks` is how many checks there are; where the mistake is `named` by a diagnosis, that is the explanation and
    the error's own is left out.
    """
    yield Line(_headline(stop).get(language), Tone.BAD)
    if stop.code:
        yield Line(stop.code, Tone.PLAIN, 4)
    if _shown(stop):
        yield Line(_met(stop).get(language), Tone.QUIET, 4, 2)
    meaning = None if named else explain_stop(stop)
    if meaning is not None:
        yield Line(meaning.get(language), Tone.PLAIN, 2)
    yield Line(_ended(stop, checks).get(language), Tone.QUIET, 2)


def explain_stop(stop: Stop) -> Text | None:
    """What the error means, with what the shapes that met there add to it; None for an unknown one."""
    meaning = explain_error(stop.message, stop.code, stop.near)
    if meaning is None:
        return explain_denied(stop.type, stop.message, public=stop.public)
    more = _aligned(stop) if rule_for(stop.message, stop.code, stop.near) == "broadcast" else None
    return meaning if more is None else Text(f"{meaning.en} {more.en}", meaning.zh + more.zh)


def place_of(stop: Stop) -> Text:
    """The learner's file, cell and line."""
    if stop.cell is None:
        return Text(f"{stop.file}, line {stop.line}", f"{stop.file} 第 {stop.line} 行")
    return Text(
        f"{stop.file}, cell {stop.cell}, line {stop.line}",
        f"{stop.file} 代码单元 {stop.cell} 第 {stop.line} 行",
    )


def _headline(stop: Stop) -> Text:
    known = is_builtin_exception(stop.type)
    message = shortened(stop.message) if stop.public else ""
    place = place_of(stop)
    en, zh = (stop.type, stop.type) if known or stop.public else ("an exception", "异常")
    said_en, said_zh = (f": {message}", f"：{message}") if message else (".", "。")
    return Text(
        f"Your code stops at {place.en}, with {en}{said_en}", f"你的代码在 {place.zh}中断，抛出 {zh}{said_zh}"
    )


def _shown(stop: Stop) -> tuple[tuple[str, str], ...]:
    """The operands that matter: floats only where the error speaks of one."""
    return tuple(pair for pair in stop.met if pair[1] != "float" or "float" in stop.message)


def _met(stop: Stop) -> Text:
    en = "; ".join(f"{words} is {kind_words(told).en}" for words, told in _shown(stop))
    zh = "；".join(f"{words} 是 {kind_words(told).zh}" for words, told in _shown(stop))
    return Text(en, zh)


def _ended(stop: Stop, checks: int) -> Text:
    if stop.checks == 1:
        return Text("One check ends there.", "有 1 项检查在这里中断。")
    if stop.checks >= checks:
        return Text(f"All {checks} checks end there.", f"全部 {checks} 项检查都在这里中断。")
    return Text(
        f"{stop.checks} of {checks} checks end there.", f"{checks} 项检查中有 {stop.checks} 项在这里中断。"
    )


def _aligned(stop: Stop) -> Text | None:
    """What two shapes that do not broadcast have to do with each other, where they leave no doubt."""
    tensors = [(words, shape) for words, told in stop.met if (shape := _shape(told)) is not None]
    if len(tensors) != 2:
        return None
    (small, less), (large, more) = sorted(tensors, key=lambda each: len(each[1]))
    if len(less) + 1 == len(more) and less == more[:-1]:
        return Text(
            f"{small} lacks the last axis of {large}: keepdim=True keeps it where it is computed, .unsqueeze(-1) adds it.",
            f"{small} 少了 {large} 的最后一轴：计算它时用 keepdim=True 可以保留，也可以用 .unsqueeze(-1) 补上。",
        )
    return _taken_for_another(small, less, large, more)


def _taken_for_another(small: str, less: Shape, large: str, more: Shape) -> Text | None:
    offset = len(more) - len(less)
    wrong = [
        i for i, size in enumerate(less) if size != more[i + offset] and 1 not in (size, more[i + offset])
    ]
    if len(wrong) != 1:
        return None
    axis = wrong[0] + offset
    others = [i for i, size in enumerate(more) if size == less[wrong[0]] and i != axis]
    if len(others) != 1:
        return None
    return Text(
        f"The {less[wrong[0]]} of {small} is the size of axis {others[0]} of {large}, and it meets axis {axis}: was one axis taken for "
        "the other?",
        f"{small} 的 {less[wrong[0]]} 正是 {large} 第 {others[0]} 轴的大小，却对上了第 {axis} 轴：是不是弄混了两个轴？",
    )


def _shape(told: str) -> Shape | None:
    found = re.fullmatch(r"tensor (\[[\d, ]*\]) \w+", told)
    return tuple(literal_eval(found.group(1))) if found is not None else None

"""Words for a diagnosis with its evidence in numbers."""

from __future__ import annotations

from grader.domain.computation import Place
from grader.domain.misconception import Kind, Misconception
from grader.domain.result import Diagnosis
from grader.domain.text import Text
from grader.reports.plain_values import magnitude

_KINDLY = Text(
    "A design that is valid elsewhere, but this exercise asks for another. ",
    "这种做法在别处成立，但本题的约定不同。",
)


def diagnosis_message(misconception: Misconception) -> Text:
    """The correction, told kindly where the learner followed another convention."""
    correction = misconception.correction
    if misconception.kind is not Kind.CONTRACT:
        return correction
    return Text(_KINDLY.en + correction.en, _KINDLY.zh + correction.zh)


def evidence(found: Diagnosis, *, apart: bool = False) -> Text:
    """The numbers behind a diagnosis: how close to the mistake, how far from the right answer, over how many cases.

    Of several mistakes together the numbers are those of all; `apart` names the others, where this is read
    beside one of them alone.
    """
    if not found.cases:
        return _read_off(found)
    detail = found.detail or Text("", "")
    others = ", ".join(each for each in found.together if each != found.misconception) if apart else ""
    before = Text(
        (detail.en + " " if detail.en else "") + (f"Together with {others}: " if others else ""),
        detail.zh + (f"与 {others} 一起：" if others else ""),
    )
    said = _how_alike(found)
    en, zh = before.en + (said.en.replace("In", "in", 1) if others else said.en), before.zh + said.zh
    if found.reference_distance and _separates(found):
        far = magnitude(found.reference_distance)
        en += f"; it is up to {far} away from the correct output"
        zh += f"；与正确答案最大相差 {far}"
    if not found.exact:
        en += "; beside that, some robustness checks fail"
        zh += "；此外还有一些稳健性检查没有通过"
    return Text(en + ".", zh + "。")


def _read_off(found: Diagnosis) -> Text:
    """What the step computes that shows the mistake, and where."""
    where = place_words(found.place) if found.place is not None else Text("", "")
    there = Text(
        f"{where.en} computes" if where.en else "your code computes", f"{where.zh or '你的代码'}计算的是"
    )
    asked = Text(f"; asked for: {found.asked}", f"；要求的是 {found.asked}") if found.asked else Text("", "")
    return Text(
        f"{there.en[:1].upper()}{there.en[1:]} {found.formula}{asked.en}.",
        f"{there.zh} {found.formula}{asked.zh}。",
    )


def place_words(place: Place) -> Text:
    """Where a step is, in the learner's file: "line 20", in a notebook "cell 3, line 5"; empty where it is nowhere."""
    if place.line is None:
        return Text("", "")
    if place.cell is None:
        return Text(f"line {place.line}", f"第 {place.line} 行")
    return Text(f"cell {place.cell}, line {place.line}", f"代码单元 {place.cell} 第 {place.line} 行")


def _separates(found: Diagnosis) -> bool:
    """Whether the right answer is visibly further away than the mistake: else the numbers are no evidence."""
    return found.reference_distance is not None and found.reference_distance > 10 * found.distance + NOISE


def _how_alike(found: Diagnosis) -> Text:
    """In how many cases the values are those of the mistake, and in how many it raised as the mistake does."""
    near = magnitude(found.distance)
    numbers = (
        Text(f" (largest difference {near})", f"（最大差异 {near}）") if _separates(found) else Text("", "")
    )
    compared = found.cases - found.raised
    mistake = _mistake(found)
    if not found.raised:
        return Text(
            f"In all {found.cases} cases your output equals what {mistake.en}{numbers.en}",
            f"在全部 {found.cases} 个用例上，你的输出与{mistake.zh}的结果一致{numbers.zh}",
        )
    several = len(found.together)
    these = f"these {_COUNTS.get(several, several)} mistakes together" if several else "this mistake"
    if not compared:
        fails = f"{these} {'fail' if several else 'fails'}"
        return Text(
            f"In all {found.cases} cases your code fails where {fails}: with the same exception",
            f"在全部 {found.cases} 个用例上，你的代码和{mistake.zh}一样报错：抛出同样的异常",
        )
    whose = "their values" if several else "the mistake's values"
    return Text(
        f"In {found.raised} of {found.cases} cases your code raises the same exception as {these}; in the other "
        f"{compared} it gives {whose}{numbers.en}",
        f"在 {found.cases} 个用例中，有 {found.raised} 个你的代码和{mistake.zh}抛出同样的异常；其余 {compared} 个的数值与"
        f"{mistake.zh}一致{numbers.zh}",
    )


NOISE = 1e-9
"""Differences below this are rounding, and separate nothing."""

_COUNTS = {2: "two", 3: "three", 4: "four"}


def _mistake(found: Diagnosis) -> Text:
    """What the code is compared with: the mistake, or all of them together."""
    if not found.together:
        return Text("this mistake produces", "这种错误")
    count = len(found.together)
    number = "两" if count == 2 else str(count)
    return Text(f"these {_COUNTS.get(count, count)} mistakes together produce", f"这{number}种错误合在一起")

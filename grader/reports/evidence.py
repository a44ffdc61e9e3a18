"""Words for a diagnosis, its evidence in numbers, and the first wrong stage."""

from __future__ import annotations

from grader.domain.misconception import Kind, Misconception
from grader.domain.result import Diagnosis, WrongStage
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


def evidence(found: Diagnosis) -> Text:
    """The numbers behind a diagnosis: how close to the mistake, how far from the right answer, over how many
    cases.
    """
    detail = found.detail or Text("", "")
    before = Text(detail.en + " " if detail.en else "", detail.zh)
    said = _how_alike(found)
    en, zh = before.en + said.en, before.zh + said.zh
    if found.reference_distance:
        far = magnitude(found.reference_distance)
        en += f"; from the right answer it differs by up to {far}"
        zh += f"；与正确答案最大相差 {far}"
    if not found.exact:
        en += "; beside that, some robustness checks fail"
        zh += "；此外还有一些稳健性检查没有通过"
    return Text(en + ".", zh + "。")


def _how_alike(found: Diagnosis) -> Text:
    """In how many cases the values are those of the mistake, and in how many it raised as the mistake does."""
    near = magnitude(found.distance)
    compared = found.cases - found.raised
    if not found.raised:
        return Text(
            f"In {found.cases} cases your code does exactly what this mistake does (largest difference {near})",
            f"在 {found.cases} 个用例上，你的代码与这种错误的结果完全一致（最大差异 {near}）",
        )
    if not compared:
        return Text(
            f"In all {found.cases} cases your code fails where this mistake fails: with the same exception",
            f"在全部 {found.cases} 个用例上，你的代码和这种错误一样报错：抛出同样的异常",
        )
    return Text(
        f"In {found.raised} of {found.cases} cases your code raises the same exception as this mistake; in the other "
        f"{compared} it gives the mistake's values (largest difference {near})",
        f"在 {found.cases} 个用例中，有 {found.raised} 个你的代码和这种错误抛出同样的异常；其余 {compared} 个的数值与这种错误"
        f"一致（最大差异 {near}）",
    )


def stage_message(stage: WrongStage) -> Text:
    """Where the computation first leaves the right path."""
    before_en = f"Right up to {stage.after_title.en}. " if stage.after_title else ""
    before_zh = f"到“{stage.after_title.zh}”为止都正确。" if stage.after_title else ""
    slip_en = f": {stage.slip.en}" if stage.slip else ""
    slip_zh = f"：{stage.slip.zh}" if stage.slip else ""
    cell_en = f"cell {stage.cell}, " if stage.cell else ""
    cell_zh = f"代码单元 {stage.cell} " if stage.cell else ""
    line_en = f" (near {cell_en}line {stage.line})" if stage.line else ""
    line_zh = f"（{cell_zh}第 {stage.line} 行附近）" if stage.line else ""
    return Text(
        f"{before_en}First wrong: {stage.stage_title.en}{line_en}{slip_en}.",
        f"{before_zh}从“{stage.stage_title.zh}”开始出错{line_zh}{slip_zh}。",
    )

"""A question and its mark as lines for a screen: numbered, plain, in one language."""

from __future__ import annotations

from collections.abc import Iterator

from grader.domain.mark import Mark
from grader.domain.question import (
    FillQuestion,
    FormulaQuestion,
    MatchQuestion,
    MultiQuestion,
    NumericQuestion,
    OrderQuestion,
    PredictKind,
    PredictQuestion,
    SingleQuestion,
    TrueFalseQuestion,
)
from grader.domain.text import Language, Text
from grader.quiz.instance import Instance
from grader.reports.lines import Line, Tone

RIGHT = Text(en="Right.", zh="正确。")
PARTLY = Text(en="Partly right: {percent}%.", zh="部分正确：{percent}%。")
WRONG = Text(en="Not right.", zh="不对。")
NOT_KNOWN = Text(en="Not answered.", zh="未作答。")
INTRO = Text(
    en="Questions: {count}. Type your answer and press Enter; type ? if you do not know: you see the answer, and the "
    "question comes again (grade review). Ctrl-C is safe: the same command goes on where you stopped.",
    zh="共 {count} 题。输入答案后按回车；不知道就输入 ?：会显示答案，这道题以后会再出现（grade review）。"
    "随时可以按 Ctrl-C 退出，再次输入同样的命令即可继续。",
)
OR_UNSURE = Text(en="Type ? if you do not know.", zh="不知道就输入 ?。")
ANSWER = Text(en="Right answer: {answer}", zh="正确答案：{answer}")
WHY = Text(en="Why: {why}", zh="解释：{why}")
PRACTISE = Text(en="Practise it: {commands}", zh="动手练习：{commands}")
TRUE_FALSE = (Text(en="true", zh="正确"), Text(en="false", zh="错误"))
SCOPE = Text(en="This speaks of {scope}.", zh="适用范围：{scope}。")

_HOW_SINGLE = Text(en="One number", zh="输入一个数字")
_HOW_MULTI = Text(
    en="All that apply, such as 1 3 (0 for none)", zh="输入所有符合的编号，例如 1 3（都不选输入 0）"
)
_HOW_ORDER = Text(en="All numbers in the right order", zh="按正确顺序输入全部编号")
_HOW_MATCH = Text(en="A letter for each number, such as 1b 2a", zh="为每个编号选一个字母，例如 1b 2a")
_HOW_NUMBER = Text(en="A number", zh="输入一个数")
_HOW_SHAPE = Text(en="A shape, such as [2, 8, 5, 64]", zh="输入 shape，例如 [2, 8, 5, 64]")
_HOW_MASK = Text(en="Rows of 0 and 1, such as 011/001/000", zh="逐行输入 0 和 1，例如 011/001/000")
_HOW_SHORT = Text(en="A word or a short phrase", zh="输入一个词或短语")
_HOW_FORMULA = Text(en="A formula in {names}", zh="用 {names} 写出公式")
_HOW_FILL = Text(en="The {count} gaps, split by semicolons (;)", zh="依次填写 {count} 个空，用分号（;）隔开")
_HOW_FILL_ONE = Text(en="The text of the gap", zh="填写空格内容")


def how_to_answer(instance: Instance) -> Text:
    """Return what is to be typed, in a few words."""
    match instance.question:
        case SingleQuestion() | TrueFalseQuestion():
            return _HOW_SINGLE
        case MultiQuestion():
            return _HOW_MULTI
        case OrderQuestion():
            return _HOW_ORDER
        case MatchQuestion():
            return _HOW_MATCH
        case NumericQuestion() | PredictQuestion(predict=PredictKind.NUMBER):
            return _HOW_NUMBER
        case PredictQuestion(predict=PredictKind.MASK):
            return _HOW_MASK
        case FormulaQuestion(symbols=symbols):
            return _HOW_FORMULA.format(names=", ".join(symbols))
        case FillQuestion(blanks=blanks):
            return _HOW_FILL.format(count=len(blanks)) if len(blanks) > 1 else _HOW_FILL_ONE
    return _HOW_SHAPE if instance.question.kind.value in ("shape", "predict") else _HOW_SHORT


def question_lines(instance: Instance, head: str, language: Language) -> Iterator[Line]:
    """Yield the question: head ("1/12"), stem, code, and what is listed, in the order that the seed gives."""
    yield Line(f"{head}  {instance.stem.get(language)}", Tone.TITLE)
    question = instance.question
    if question.version_scope:
        yield Line(SCOPE.get(language).format(scope=question.version_scope), Tone.QUIET, 2)
    match question:
        case SingleQuestion() | MultiQuestion():
            yield from _numbered(instance, {o.key: o.text for o in question.options}, language)
        case OrderQuestion():
            yield from _numbered(instance, {item.key: item.text for item in question.items}, language)
        case TrueFalseQuestion():
            for number, text in enumerate(TRUE_FALSE, start=1):
                yield Line(f"{number}) {text.get(language)}", indent=2)
        case MatchQuestion():
            for number, item in enumerate(question.left, start=1):
                yield Line(f"{number}) {item.text.get(language)}", indent=2)
            rights = {item.key: item.text for item in question.right}
            for letter, key in zip("abcdefghi", instance.order, strict=False):
                yield Line(f"{letter}) {rights[key].get(language)}", indent=4)
        case PredictQuestion():
            for row in question.code.splitlines():
                yield Line(row, indent=4)
            values = ", ".join(f"{name} = {value:g}" for name, value in instance.params.items())
            if values:
                yield Line(values, indent=4)


def _numbered(instance: Instance, texts: dict[str, Text], language: Language) -> Iterator[Line]:
    for number, key in enumerate(instance.order, start=1):
        yield Line(f"{number}) {texts[key].get(language)}", indent=2)


def mark_lines(marked: Mark, language: Language) -> Iterator[Line]:
    """Yield the verdict, the feedback of what was chosen, the key where it was missed, the explanation."""
    if marked.right:
        yield Line(RIGHT.get(language), Tone.GOOD)
    elif marked.fraction > 0:
        yield Line(PARTLY.get(language).format(percent=round(100 * marked.fraction)), Tone.BAD)
    elif any(feedback == NOT_KNOWN for feedback in marked.feedback):
        yield Line(NOT_KNOWN.get(language))
    else:
        yield Line(WRONG.get(language), Tone.BAD)
    for feedback in marked.feedback:
        if feedback not in (RIGHT, WRONG, NOT_KNOWN):
            yield Line(feedback.get(language), indent=2)
    if not marked.right:
        yield Line(ANSWER.get(language).format(answer=marked.right_answer.get(language)), indent=2)
    yield Line(WHY.get(language).format(why=marked.explanation.get(language)), Tone.QUIET, 2)


def practice_line(exercises: tuple[int, ...], language: Language) -> Line:
    """Return the link back to the exercises of a question."""
    commands = ", ".join(f"grade exercise {number}" for number in exercises)
    return Line(PRACTISE.get(language).format(commands=commands), Tone.QUIET, 2)

"""A question, then its mark, as lines for a screen: numbered, plain, in one language."""

from __future__ import annotations

from collections.abc import Iterator

from grader.domain.mark import Mark
from grader.domain.text import Language, Text
from grader.quiz.instance import Instance
from grader.reports.lines import Line, Tone

RIGHT = Text(en="Right.", zh="正确。")
PARTLY = Text(en="Partly right: {percent}%.", zh="部分正确：{percent}%。")
WRONG = Text(en="Incorrect.", zh="不对。")
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
SCOPE = Text(en="This speaks of {scope}.", zh="适用范围：{scope}。")

LETTERS = "abcdefghi"


def question_lines(instance: Instance, head: str, language: Language) -> Iterator[Line]:
    """Yield the question: head ("1/12"), stem, code, and what is listed, in the order that the seed gives."""
    yield Line(f"{head}  {instance.stem.get(language)}", Tone.TITLE)
    question = instance.question
    if question.version_scope:
        yield Line(SCOPE.get(language).format(scope=question.version_scope), Tone.QUIET, 2)
    for number, text in enumerate(question.numbered(instance), start=1):
        yield Line(f"{number}) {text.get(language)}", indent=2)
    for letter, text in zip(LETTERS, question.lettered(instance), strict=False):
        yield Line(f"{letter}) {text.get(language)}", indent=4)
    yield from _code_lines(instance)


def _code_lines(instance: Instance) -> Iterator[Line]:
    """What torch will run, and the drawn numbers that are names in it."""
    if not instance.question.code:
        return
    for row in instance.question.code.splitlines():
        yield Line(row, indent=4)
    values = ", ".join(f"{name} = {value:g}" for name, value in instance.params.items())
    if values:
        yield Line(values, indent=4)


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

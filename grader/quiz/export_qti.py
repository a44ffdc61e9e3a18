"""QTI 1.2 for Canvas, through text2qti (extra `qti`): matching becomes single choices, gaps short questions.

text2qti knows no anticipated wrong numbers or phrases: their feedback stays behind, that of choices is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from grader.domain.text import Language
from grader.quiz.export_gift import split_gaps
from grader.quiz.platform_answer import PlatformAnswer, PlatformType
from grader.quiz.platform_question import PlatformQuestion

_MARKDOWN = re.compile(r"[\\`*_{}\[\]()#+\-.!|$<>~^&'\"]")
TITLES = {Language.EN: "AddNorm questions", Language.ZH: "AddNorm 题库"}


def qti_items(questions: Iterable[PlatformQuestion]) -> tuple[PlatformQuestion, ...]:
    """Return the questions as QTI holds them: one item a pair of a matching question, one a gap."""
    items: list[PlatformQuestion] = []
    for question in questions:
        for split in split_gaps(question):
            items.extend(_split_pairs(split))
    return tuple(items)


def qti_package(questions: Iterable[PlatformQuestion], language: Language) -> bytes:
    """Return the zip of one quiz. Raises ImportError where text2qti is not installed."""
    from text2qti.config import Config  # an optional extra
    from text2qti.qti import QTI
    from text2qti.quiz import Quiz

    text = qti_source(qti_items(questions), language)
    package: bytes = QTI(Quiz(text, config=Config())).zip_bytes()
    return package


def qti_source(items: Iterable[PlatformQuestion], language: Language) -> str:
    """Return text2qti's plain text for these items."""
    rows = [f"Quiz title: {TITLES[language]}", "Shuffle answers: true", ""]
    for number, item in enumerate(items, start=1):
        rows.extend([*_item(number, item), ""])
    return "\n".join(rows) + "\n"


def _split_pairs(question: PlatformQuestion) -> Iterator[PlatformQuestion]:
    if question.type is not PlatformType.MATCH:
        yield question
        return
    rights = list(dict.fromkeys(right for _, right in question.pairs))
    for place, (left, right) in enumerate(question.pairs, start=1):
        if not left:
            continue
        answers = tuple(PlatformAnswer(each, 1.0 if each == right else 0.0) for each in rights)
        text = f"{question.text} {left}"
        yield replace(
            question,
            key=f"{question.key}.{place}",
            type=PlatformType.SINGLE,
            text=text,
            answers=answers,
            pairs=(),
        )


def _item(number: int, item: PlatformQuestion) -> Iterator[str]:
    yield f"Title: {item.key}"
    yield "Points: 1"
    lead = f"{number}. "
    yield lead + _escape(item.text)
    if item.code:
        yield ""
        # An indented block is code in Markdown; the indent of the item comes on top.
        yield from (" " * (len(lead) + 4) + row for row in item.code.splitlines())
        yield ""
    yield f"... {_escape(item.explanation)}"
    match item.type:
        case PlatformType.SINGLE | PlatformType.MULTI:
            yield from _choices(item)
        case PlatformType.TRUE_FALSE:
            yield from _choices(replace(item, answers=tuple(_true_false(item))))
        case PlatformType.NUMBER:
            right = item.answers[0]
            yield f"=    {right.text} +- {right.tolerance:.12f}".rstrip("0").rstrip(".")
        case PlatformType.SHORT:
            for answer in item.answers:
                if answer.fraction >= 1:
                    yield f"*    {answer.text}"


def _true_false(item: PlatformQuestion) -> Iterator[PlatformAnswer]:
    for answer in item.answers:
        yield replace(answer, text="True" if answer.text == "true" else "False")


def _choices(item: PlatformQuestion) -> Iterator[str]:
    for letter, answer in zip("abcdefghi", item.answers, strict=False):
        if item.type is PlatformType.MULTI:
            mark = "[*]" if answer.fraction > 0 else "[ ]"
        else:
            mark = f"*{letter})" if answer.fraction >= 1 else f"{letter})"
        yield f"{mark} {_escape(answer.text)}"
        if answer.feedback:
            yield f"... {_escape(answer.feedback)}"


def _escape(text: str) -> str:
    """Return `text` as one paragraph of Markdown in which every character stands for itself."""
    return _MARKDOWN.sub(lambda match: f"&#{ord(match.group())};", " ".join(text.split()))

"""GIFT: the plain export, which knows no tags or units; gaps become one short question each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from grader.quiz.export_moodle import percent
from grader.quiz.platform_answer import PlatformAnswer, PlatformType
from grader.quiz.platform_question import PlatformQuestion

_SPECIAL = re.compile(r"([\\#=~{}:])")


def gift(questions: Iterable[PlatformQuestion]) -> str:
    """Return the whole file, UTF-8: a category line a quiz, a blank line between questions."""
    blocks: list[str] = []
    category = ""
    for question in questions:
        own = f"$CATEGORY: $course$/top/AddNorm_{question.language.value}/{question.quiz}"
        if own != category:
            category = own
            blocks.append(own)
        blocks.extend(_block(each) for each in split_gaps(question))
    return "\n\n".join(blocks) + "\n"


def split_gaps(question: PlatformQuestion) -> Iterator[PlatformQuestion]:
    """Yield the question, or where it has gaps, one short question a gap with that gap marked."""
    if question.type is not PlatformType.GAPS:
        yield question
        return
    parts = re.split(r"_{3,}", question.text)
    for place, gap in enumerate(question.gaps):
        text = parts[0]
        for number, after in enumerate(parts[1:]):
            text += ("[ ? ]" if number == place else "____") + after
        key = f"{question.key}.gap{place + 1}" if len(question.gaps) > 1 else question.key
        yield replace(question, key=key, type=PlatformType.SHORT, text=text, answers=gap, gaps=())


def _block(question: PlatformQuestion) -> str:
    text = question.text + (f"\n{question.code}" if question.code else "")
    lines = [f"::{escape(question.key)}::[plain]{escape(text)} {{"]
    lines += [*_answers(question), f"####{escape(question.explanation)}", "}"]
    if question.type is PlatformType.NUMBER:
        lines[0] += "#"
    return "\n".join(lines)


def _answers(question: PlatformQuestion) -> Iterator[str]:
    match question.type:
        case PlatformType.TRUE_FALSE:
            right = next(answer for answer in question.answers if answer.fraction >= 1)
            wrong = next(answer for answer in question.answers if answer.fraction < 1)
            yield f"{right.text.upper()}#{escape(wrong.feedback)}#{escape(right.feedback)}"
        case PlatformType.SINGLE:
            for answer in question.answers:
                yield f"{'=' if answer.fraction >= 1 else '~'}{escape(answer.text)}{_feedback(answer)}"
        case PlatformType.MULTI:
            for answer in question.answers:
                yield f"~%{percent(answer.fraction)}%{escape(answer.text)}{_feedback(answer)}"
        case PlatformType.NUMBER:
            for answer in question.answers:
                weight = "" if answer.fraction >= 1 else f"%{percent(answer.fraction)}%"
                yield f"={weight}{answer.text}:{_plain(answer.tolerance)}{_feedback(answer)}"
        case PlatformType.SHORT:
            for answer in question.answers:
                weight = "" if answer.fraction >= 1 else f"%{percent(answer.fraction)}%"
                yield f"={weight}{escape(answer.text).replace('*', chr(92) + '*')}{_feedback(answer)}"
        case PlatformType.MATCH:
            for first, second in question.pairs:
                yield f"={escape(first)} -> {escape(second)}"


def _feedback(answer: PlatformAnswer) -> str:
    return f"#{escape(answer.feedback)}" if answer.feedback else ""


def _plain(value: float) -> str:
    """Return a number without an exponent, which GIFT does not know."""
    return f"{value:.12f}".rstrip("0").rstrip(".") or "0"


def escape(text: str) -> str:
    r"""Return `text` with GIFT's own characters escaped; "->", which would mean matching, is "→"."""
    return _SPECIAL.sub(r"\\\1", text.replace("->", "→")).replace("\n", r"\n")

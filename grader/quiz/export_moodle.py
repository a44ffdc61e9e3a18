"""Moodle XML: the faithful export. Element names as Moodle's own writer gives them ("matching", "cloze")."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

from grader.quiz.platform_answer import PlatformAnswer, PlatformType
from grader.quiz.platform_question import PlatformQuestion

TYPES = {
    PlatformType.SINGLE: "multichoice",
    PlatformType.MULTI: "multichoice",
    PlatformType.TRUE_FALSE: "truefalse",
    PlatformType.NUMBER: "numerical",
    PlatformType.SHORT: "shortanswer",
    PlatformType.MATCH: "matching",
    PlatformType.GAPS: "cloze",
}
_CLOZE_SPECIAL = re.compile(r"([}#~/\"\\])")


def moodle_xml(questions: Iterable[PlatformQuestion]) -> str:
    """Return the whole file, UTF-8, with one category a quiz and language."""
    rows = ['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>"]
    category = ""
    for question in questions:
        own = f"$course$/top/AddNorm ({question.language.value})/{question.quiz}"
        if own != category:
            category = own
            rows += [
                '  <question type="category">',
                f"    <category>{_text(own)}</category>",
                "  </question>",
            ]
        rows.extend(_question(question))
    rows.append("</quiz>")
    return "\n".join(rows) + "\n"


def _question(question: PlatformQuestion) -> Iterator[str]:
    body = _cloze(question) if question.type is PlatformType.GAPS else _html(question.text)
    if question.code:
        body += f"<pre>{html.escape(question.code, quote=False)}</pre>"
    yield f'  <question type="{TYPES[question.type]}">'
    yield f"    <name>{_text(question.key)}</name>"
    yield f'    <questiontext format="html">{_text(body)}</questiontext>'
    yield f'    <generalfeedback format="html">{_text(_html(question.explanation))}</generalfeedback>'
    if question.type is not PlatformType.GAPS:
        yield "    <defaultgrade>1.0000000</defaultgrade>"
    yield "    <penalty>0.3333333</penalty>"
    yield "    <hidden>0</hidden>"
    yield f"    <idnumber>{html.escape(question.key)}-{question.language.value}</idnumber>"
    yield from _special(question)
    yield "    <tags>"
    for tag in question.tags:
        yield f"      <tag>{_text(tag)}</tag>"
    yield "    </tags>"
    yield "  </question>"


def _special(question: PlatformQuestion) -> Iterator[str]:
    match question.type:
        case PlatformType.SINGLE | PlatformType.MULTI:
            yield f"    <single>{'true' if question.type is PlatformType.SINGLE else 'false'}</single>"
            yield "    <shuffleanswers>true</shuffleanswers>"
            yield "    <answernumbering>none</answernumbering>"
            yield from _combined_feedback()
            yield from (_answer(answer, rich=True) for answer in question.answers)
        case PlatformType.TRUE_FALSE:
            yield from (_answer(answer, rich=False) for answer in question.answers)
        case PlatformType.NUMBER:
            for answer in question.answers:
                yield _answer(answer, rich=False, more=f"<tolerance>{answer.tolerance:.9g}</tolerance>")
        case PlatformType.SHORT:
            yield "    <usecase>0</usecase>"
            for answer in question.answers:
                # An asterisk is Moodle's wildcard.
                yield _answer(answer, rich=False, text=answer.text.replace("*", r"\*"))
        case PlatformType.MATCH:
            yield "    <shuffleanswers>true</shuffleanswers>"
            yield from _combined_feedback()
            for left, right in question.pairs:
                asked = (
                    f'<subquestion format="html">{_text(_html(left))}'
                    if left
                    else "<subquestion><text></text>"
                )
                yield f"    {asked}<answer>{_text(right)}</answer></subquestion>"
        case PlatformType.GAPS:
            return


def _combined_feedback() -> Iterator[str]:
    for name in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"):
        yield f'    <{name} format="html"><text></text></{name}>'


def _answer(answer: PlatformAnswer, rich: bool, more: str = "", text: str | None = None) -> str:
    form = "html" if rich else "moodle_auto_format"
    shown = _html(answer.text) if rich else answer.text if text is None else text
    feedback = f'<feedback format="html">{_text(_html(answer.feedback))}</feedback>'
    head = f'    <answer fraction="{percent(answer.fraction)}" format="{form}">'
    return f"{head}{_text(shown)}{feedback}{more}</answer>"


def percent(fraction: float) -> str:
    """Return a fraction as Moodle's list of grades has it: 33.33333, -50, 100."""
    return f"{100 * fraction:.5f}".rstrip("0").rstrip(".") if fraction else "0"


def _cloze(question: PlatformQuestion) -> str:
    """Put each gap's answers in the place of its underscores."""
    parts = re.split(r"_{3,}", question.text)
    rows = [_html(parts[0])]
    for gap, after in zip(question.gaps, parts[1:], strict=True):
        answers = []
        for answer in gap:
            mark = "=" if answer.fraction >= 1 else ""
            feedback = f"#{_escape_cloze(answer.feedback)}" if answer.feedback else ""
            answers.append(f"{mark}{_escape_cloze(answer.text)}{feedback}")
        rows += ["{1:SHORTANSWER:" + "~".join(answers) + "}", _html(after)]
    return "".join(rows)


def _escape_cloze(text: str) -> str:
    return _CLOZE_SPECIAL.sub(r"\\\1", html.escape(text, quote=False).replace("*", r"\*"))


def _html(text: str) -> str:
    return html.escape(text, quote=False).replace("\n", "<br>")


def _text(content: str) -> str:
    """Wrap in <text>, in CDATA where markup characters occur; "]]>" is split over two sections."""
    if not re.search(r"[<>&]", content):
        return f"<text>{content}</text>"
    return "<text><![CDATA[" + content.replace("]]>", "]]]]><![CDATA[>") + "]]></text>"

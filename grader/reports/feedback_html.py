"""A learner's feedback as a fragment of HTML for a notebook: no style sheet, no script, everything escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from grader.domain.text import Language
from grader.reports.feedback import StudentFeedback
from grader.reports.lines import Line, Tone

STYLES = {
    Tone.TITLE: "font-weight:bold",
    Tone.GOOD: "color:#1a7f37",
    Tone.BAD: "color:#cf222e",
    Tone.QUIET: "opacity:0.75",
    Tone.PLAIN: "",
}


def feedback_html(feedback: StudentFeedback, language: Language) -> str:
    """The main message, and the rest folded away below it; a terminal's commands stay as they are."""
    more = "全部检查" if language is Language.ZH else "every check"
    folded = f"<details><summary>{more}</summary>{_rows(feedback.more)}</details>"
    return f'<div lang="{language}" style="max-width:60em">{_rows(feedback.main)}{folded}</div>'


def _rows(lines: Iterable[Line]) -> str:
    return "".join(_row(line) for line in lines)


def _row(line: Line) -> str:
    if not line.text:
        return '<div style="height:0.7em"></div>'
    style = f"margin-left:{line.indent}ch;white-space:pre-wrap;{STYLES[line.tone]}"
    return f'<div style="{style}">{escape(line.text)}</div>'

"""Small pieces of wording that several reports share: numbers, axes, verdicts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.domain.text import Text
from grader.domain.verdict import Verdict

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

VERDICTS: Mapping[Verdict, Text] = {
    Verdict.ACCEPTED: Text("accepted", "通过"),
    Verdict.NOT_ATTEMPTED: Text("not attempted", "尚未作答"),
    Verdict.WRONG_ANSWER: Text("wrong answer", "答案错误"),
    Verdict.RUNTIME_ERROR: Text("runtime error", "运行出错"),
    Verdict.TIME_LIMIT: Text("time limit exceeded", "超出时间限制"),
    Verdict.MEMORY_LIMIT: Text("memory limit exceeded", "超出内存限制"),
    Verdict.OUTPUT_LIMIT: Text("output limit exceeded", "输出过多"),
    Verdict.FORBIDDEN: Text("forbidden function used", "使用了禁用的函数"),
    Verdict.INVALID_SUBMISSION: Text("cannot be graded", "无法评分"),
    Verdict.PROTOCOL_VIOLATION: Text(
        "void: it tampered with the grader's pipe", "作废：干扰了评分程序的通信"
    ),
    Verdict.INTERNAL_ERROR: Text("the grader's own fault", "评分程序自身出错"),
}


def points(number: float) -> str:
    """A score with at most two decimals and no trailing zeros."""
    rounded = round(number, 2) + 0.0  # minus zero is zero
    return f"{rounded:.2f}".rstrip("0").rstrip(".")


def shown(text: str) -> str:
    """The text without what a terminal obeys and a reader does not see: escapes, other controls, marks of direction."""
    return text if text.isprintable() else _UNSEEN.sub("", text)


def magnitude(number: float) -> str:
    """A difference for people: two significant digits, tiny ones as a power of ten."""
    if number == 0:
        return "0"
    return f"{number:.2g}" if 1e-3 <= abs(number) < 1e4 else f"{number:.0e}"

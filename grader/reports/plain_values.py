"""Small pieces of wording that several reports share: numbers, axes, verdicts."""

from __future__ import annotations

from collections.abc import Mapping

from grader.domain.text import Text
from grader.domain.verdict import Verdict

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
    return f"{number:.2f}".rstrip("0").rstrip(".")


def magnitude(number: float) -> str:
    """A difference for people: two significant digits, tiny ones as a power of ten."""
    if number == 0:
        return "0"
    return f"{number:.2g}" if 1e-3 <= abs(number) < 1e4 else f"{number:.0e}"

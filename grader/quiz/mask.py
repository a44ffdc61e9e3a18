"""Boolean masks as learners type them: rows of 0 or 1, True = 1."""

from __future__ import annotations

import re

from grader.domain.text import Text
from grader.quiz.fold import ANSWER_CAP, fold
from grader.quiz.formula import TOO_LONG
from grader.quiz.unreadable import Unreadable

Mask = tuple[str, ...]
"""One string of 0 and 1 a row."""

NOT_A_MASK = Text(
    en="Type the rows of the mask in 0 and 1 (1 = True), such as 011/001/000.",
    zh="请逐行用 0 和 1 写出掩码（1 = True），例如 011/001/000。",
)


def read_mask(text: str) -> Mask:
    """Return the rows; they may be split by "/", ";", spaces or brackets. Raises Unreadable."""
    folded = fold(text)
    if len(folded) > ANSWER_CAP or len(text) > ANSWER_CAP:
        raise Unreadable(TOO_LONG)
    plain = re.sub(r"true|真|t", "1", folded.casefold())
    plain = re.sub(r"false|假|f", "0", plain)
    if re.search(r"[/;\]|\n]", plain):
        rows = [re.sub(r"[\[\]\s,]", "", row) for row in re.split(r"[/;\]|\n]", plain)]
    else:
        rows = re.split(r"[\s,]+", plain)
    filled = tuple(row for row in rows if row)
    if not filled or len({len(row) for row in filled}) != 1 or any(set(row) - {"0", "1"} for row in filled):
        raise Unreadable(NOT_A_MASK)
    return filled


def show_mask(mask: Mask) -> str:
    """Return "011/001/000"."""
    return "/".join(mask)

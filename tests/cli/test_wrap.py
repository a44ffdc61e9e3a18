"""Rows of text: what stays whole where a line is broken."""

from __future__ import annotations

import pytest

from grader.cli.screen import beginning, cells, wrap


@pytest.mark.parametrize("width", range(20, 60))
def test_a_command_is_not_broken(width: int) -> None:
    """A command that fits a row stands on one, in English and between Chinese words."""
    for text in (
        "Next: cd work, edit the file, then: grade exercise 12 and go on from there with the rest",
        "下一步：cd work，编辑文件，然后：grade exercise 12，再做后面的题目，一直做到最后一题。",
    ):
        rows = wrap(text, width)
        assert any("grade exercise 12" in row for row in rows)
        assert max(cells(row) for row in rows) <= width


@pytest.mark.parametrize("width", range(16, 60))
def test_a_number_stays_with_its_chinese_neighbours(width: int) -> None:
    """No row begins or ends between a number and the Chinese that counts with it."""
    rows = wrap("从“激活之后”开始出错（第 14 行附近）：在 20 个用例上最大差异 0；一共通过 13 项检查。", width)
    for whole in ("第 14 行", "在 20 个", "异 0", "过 13 项"):
        assert any(whole in row for row in rows), rows
    assert max(cells(row) for row in rows) <= width


def test_what_fits_no_row_is_still_broken() -> None:
    """A command longer than the row is broken at its spaces, and nothing is lost."""
    text = "grade quiz --misconception --exercise 3 --count 5"
    rows = wrap(text, 18)
    assert " ".join(rows) == text
    assert max(map(cells, rows)) <= 18


@pytest.mark.parametrize(
    "text", ["How many parameters has an encoder layer?", "编码器的一层有多少个参数？请写出总数。"]
)
@pytest.mark.parametrize("width", range(10, 45))
def test_the_beginning_of_a_text_fits_one_row(text: str, width: int) -> None:
    """A text that fits is kept; of a longer one as much as fits, and dots."""
    shown = beginning(text, width)
    assert cells(shown) <= width
    assert shown == text if cells(text) <= width else shown.endswith(" ...")

"""Which column of a platform's file each exercise goes into: named by staff, or found by its title."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from grader.domain.errors import UsageError
from grader.domain.text import Text
from grader.reports.gradebook import ExerciseColumn, GradeBook
from grader.reports.platform_columns import GradeColumn, Layout

TOTAL = 0
"""Stands where an exercise's number may: the total."""


def find_targets(
    layout: Layout, book: GradeBook, chosen: Mapping[int, str], single: int | None, name: str
) -> dict[int, GradeColumn]:
    """Exercise number (or TOTAL) -> column, for every exercise that a column names. Raises UsageError where none does."""
    _check_headers(layout, chosen, name)
    if layout.single and not chosen:
        only = book.columns[0].number if len(book.columns) == 1 else TOTAL
        return {single if single is not None else only: layout.grades[0]}
    targets: dict[int, GradeColumn] = {}
    for number, header in chosen.items():
        targets[number] = next(column for column in layout.grades if _same(header, column))
    for number, column in _named(layout, book, single, name, frozenset(targets)):
        if column not in targets.values():
            targets[number] = column
    if not targets:
        raise _nothing_named(layout, book, name)
    return targets


def _check_headers(layout: Layout, chosen: Mapping[int, str], name: str) -> None:
    for header in chosen.values():
        if not any(_same(header, column) for column in layout.grades):
            raise UsageError(
                Text(f"{name} has no column {header!r}", f"{name} 中没有列 {header!r}"),
                _listed(layout.grades),
            )


def _named(
    layout: Layout, book: GradeBook, single: int | None, name: str, taken: frozenset[int]
) -> Iterator[tuple[int, GradeColumn]]:
    """Yield (exercise number, column) for exercises whose column can be told by its title alone."""
    for exercise in book.columns:
        if exercise.number in taken or (single is not None and exercise.number != single):
            continue
        named = [column for column in layout.grades if _names(column.title, exercise)]
        if len(named) > 1:
            listed = ", ".join(repr(column.header) for column in named)
            raise UsageError(
                Text(
                    f"several columns of {name} name exercise {exercise.number}: {listed}",
                    f"{name} 中有多列对应练习 {exercise.number}：{listed}",
                ),
                Text(
                    f"Say which: --column {exercise.number}=HEADER.",
                    f"请指定是哪一列：--column {exercise.number}=列名。",
                ),
            )
        yield from ((exercise.number, column) for column in named)


def _nothing_named(layout: Layout, book: GradeBook, name: str) -> UsageError:
    first, listed = book.columns[0].number, _listed(layout.grades)
    return UsageError(
        Text(
            f"no column of {name} names an exercise of this run",
            f"{name} 中没有任何一列对应本次评阅的练习",
        ),
        Text(
            f"Say where with --column {first}=HEADER or --column total=HEADER. {listed.en}",
            f"请用 --column {first}=列名 或 --column total=列名 指定。{listed.zh}",
        ),
    )


def _listed(columns: Sequence[GradeColumn]) -> Text:
    listed = "; ".join(column.header.strip() for column in columns[:20])
    return Text(f"Columns for grades: {listed or 'none'}.", f"成绩列：{listed or '无'}。")


def _same(header: str, column: GradeColumn) -> bool:
    return _folded(header) in (_folded(column.header), _folded(column.title))


def _names(title: str, exercise: ExerciseColumn) -> bool:
    """Whether a column's title is this exercise's: its name in a language, its id, "Exercise 3", "ex03"."""
    folded = _folded(title)
    exact = (exercise.title.en, exercise.title.zh, exercise.id, exercise.id.replace("_", " "))
    if folded in map(_folded, exact):
        return True
    numbered = re.compile(
        rf"(?<![a-z0-9])(?:exercise|ex|练习|第)[\s_.\-]*0*{exercise.number}(?![0-9])", re.IGNORECASE
    )
    return numbered.search(folded) is not None


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())

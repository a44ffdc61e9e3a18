"""Fills a platform's own grade file: people by id, grades and feedback alone, nobody guessed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from grader.domain.errors import UsageError
from grader.domain.policy import Standing
from grader.domain.text import Text
from grader.reports.csv_text import guarded, number
from grader.reports.gradebook import ExerciseColumn, GradeBook, GradeRow
from grader.reports.platform_columns import GradeColumn, Layout, Platform, is_locked, layout_of, plain_number
from grader.reports.sheet import Sheet, read_sheet

TOTAL = 0
"""Stands where an exercise's number may: the total."""
_NUMBER_IN_IDENTIFIER = re.compile(r"\A\D*(\d+)\Z")


@dataclass
class Filled:
    """The filled file and what has to be told about it; people are named by key, rows by their number from 1."""

    body: bytes = b""
    targets: dict[str, int] = field(default_factory=dict)
    """header -> exercise number, or TOTAL."""
    cells: int = 0
    not_in_file: list[str] = field(default_factory=list)
    ambiguous: list[str] = field(default_factory=list)
    nothing_handed_in: list[str] = field(default_factory=list)
    not_counted: list[str] = field(default_factory=list)
    """Excused or not graded yet, where the platform has no word for it: their cells were left as they were."""
    locked: list[str] = field(default_factory=list)
    rows_without_scores: list[int] = field(default_factory=list)
    scaled: dict[str, tuple[float, float]] = field(default_factory=dict)
    """header -> (our greatest score, the file's), where they differ."""


Feedback = Callable[[GradeRow, int], str]


def fill_file(
    body: bytes,
    name: str,
    platform: Platform,
    book: GradeBook,
    *,
    chosen: Mapping[int, str],
    single: int | None,
    feedback: Feedback,
) -> Filled:
    """Fill the grades of `book` into the file that `platform` exported.

    `chosen` names headers by exercise number (TOTAL: the total); for others a header is taken that names the
    exercise. `single` is what goes into a file with one grade column, None for the only exercise or else the
    total. `feedback(row, number)` is what a feedback column gets. Raises UsageError where no column fits.
    """
    sheet = read_sheet(body, name)
    layout = layout_of(platform, sheet, name)
    targets = _targets(layout, book, chosen, single, name)
    filled = Filled(targets={column.header: number for number, column in targets.items()})
    people = _match(sheet, layout, book, filled)
    comma = _decimal_comma(sheet, layout, targets)
    for place, row in people.items():
        if is_locked(sheet, layout, place):
            filled.locked.append(row.learner.key)
            continue
        for exercise, column in targets.items():
            _put(sheet, layout, place, column, row, exercise, book, filled, comma)
        if layout.feedback is not None and row.handed_in:
            words = feedback(row, next(iter(targets)))
            if words:
                sheet.put(place, layout.feedback, guarded(words))
    filled.body = sheet.written()
    return filled


def _put(
    sheet: Sheet,
    layout: Layout,
    place: int,
    column: GradeColumn,
    row: GradeRow,
    exercise: int,
    book: GradeBook,
    filled: Filled,
    comma: bool,
) -> None:
    key = row.learner.key
    score, most, standing = _counting(row, exercise, book)
    if standing is Standing.MISSING:
        filled.nothing_handed_in.append(key)
    elif standing is Standing.EXCUSED and layout.excused is not None:
        sheet.put(place, column.column, layout.excused)
        filled.cells += 1
    elif score is None:
        filled.not_counted.append(key)
    else:
        greatest = column.greatest
        if layout.greatest_of is not None:
            greatest = plain_number(sheet.value(place, layout.greatest_of))
        if greatest and most and abs(greatest - most) > 1e-9:
            filled.scaled[column.header] = (most, greatest)
            score = score / most * greatest
        text = str(number(score))
        sheet.put(place, column.column, text.replace(".", ",") if comma else text)
        filled.cells += 1


def _counting(row: GradeRow, exercise: int, book: GradeBook) -> tuple[float | None, float, Standing]:
    """(score, greatest score, standing) of an exercise or of the total.

    A total is what the policy makes of it; where an exercise is still to be graded it does not exist yet.
    """
    if exercise != TOTAL:
        settled = row.scores[book.column_of(exercise)].settled
        return settled.score, settled.max_score, settled.standing
    standings = {score.settled.standing for score in row.scores}
    if Standing.PENDING in standings:
        return None, row.max_total, Standing.PENDING
    if standings <= {Standing.MISSING}:
        return None, row.max_total, Standing.MISSING
    if row.max_total <= 0:
        return None, 0.0, Standing.EXCUSED
    return row.total, row.max_total, Standing.COUNTED


def _match(sheet: Sheet, layout: Layout, book: GradeBook, filled: Filled) -> dict[int, GradeRow]:
    """Rows of the file with their people: by key or address, in one row alone, which nobody else claims."""
    by_id: dict[str, set[int]] = {}
    for place in layout.people:
        for column in layout.identities:
            for identity in _identities(sheet.value(place, column), layout):
                by_id.setdefault(identity, set()).add(place)
    claims: dict[int, list[GradeRow]] = {}
    for row in book.rows:
        wanted = {row.learner.key.strip().casefold(), row.learner.email.strip().casefold()} - {""}
        places = set().union(*(by_id.get(identity, set()) for identity in wanted))
        if not places:
            filled.not_in_file.append(row.learner.key)
        elif len(places) > 1:
            filled.ambiguous.append(row.learner.key)
        else:
            claims.setdefault(places.pop(), []).append(row)
    for rows in claims.values():
        if len(rows) > 1:
            filled.ambiguous += [row.learner.key for row in rows]
    people = {place: rows[0] for place, rows in sorted(claims.items()) if len(rows) == 1}
    filled.rows_without_scores += [place + 1 for place in layout.people if place not in people]
    return people


def _identities(cell: str, layout: Layout) -> list[str]:
    """What a cell can be known by: itself, without Brightspace's "#", and the number of "Participant 17"."""
    text = cell.strip().casefold()
    found = [text, text.removeprefix("#")]
    number_in = _NUMBER_IN_IDENTIFIER.match(text) if layout.single else None
    if number_in and not text.isdigit():
        found.append(number_in[1])
    return [each for each in dict.fromkeys(found) if each]


def _targets(
    layout: Layout, book: GradeBook, chosen: Mapping[int, str], single: int | None, name: str
) -> dict[int, GradeColumn]:
    """Exercise number (or TOTAL) -> column, for every exercise that a column names."""
    for header in chosen.values():
        if not any(_same(header, column) for column in layout.grades):
            raise UsageError(
                Text(f"{name} has no column {header!r}", f"{name} 中没有列 {header!r}"),
                _listed(layout.grades),
            )
    if layout.single and not chosen:
        only = book.columns[0].number if len(book.columns) == 1 else TOTAL
        return {single if single is not None else only: layout.grades[0]}
    targets: dict[int, GradeColumn] = {}
    for number_, header in chosen.items():
        targets[number_] = next(column for column in layout.grades if _same(header, column))
    for exercise in book.columns:
        if exercise.number in targets or (single is not None and exercise.number != single):
            continue
        named = [column for column in layout.grades if _names(column.title, exercise)]
        if len(named) > 1:
            listed = ", ".join(repr(column.header) for column in named)
            hint = Text(
                f"Say which: --column {exercise.number}=HEADER.",
                f"请指定是哪一列：--column {exercise.number}=列名。",
            )
            raise UsageError(
                Text(
                    f"several columns of {name} name exercise {exercise.number}: {listed}",
                    f"{name} 中有多列对应练习 {exercise.number}：{listed}",
                ),
                hint,
            )
        if named and named[0] not in targets.values():
            targets[exercise.number] = named[0]
    if not targets:
        first, listed_columns = book.columns[0].number, _listed(layout.grades)
        hint = Text(
            f"Say where with --column {first}=HEADER or --column total=HEADER. {listed_columns.en}",
            f"请用 --column {first}=列名 或 --column total=列名 指定。{listed_columns.zh}",
        )
        raise UsageError(
            Text(
                f"no column of {name} names an exercise of this run",
                f"{name} 中没有任何一列对应本次评阅的练习",
            ),
            hint,
        )
    return targets


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


def _decimal_comma(sheet: Sheet, layout: Layout, targets: Mapping[int, GradeColumn]) -> bool:
    """Whether the file writes numbers with a comma: it does where any grade or limit in it has one."""
    columns = [column.column for column in targets.values()]
    columns += [layout.greatest_of] if layout.greatest_of is not None else []
    cells = (sheet.value(row, column) for row in range(1, len(sheet.rows)) for column in columns)
    return any(re.fullmatch(r"\s*\d+,\d+\s*", cell) for cell in cells)

"""Fills a platform's own grade file: people by id, nobody guessed, nothing overwritten unasked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from grader.domain.policy import Basis, Timing
from grader.reports.csv_text import guarded, number
from grader.reports.fill_targets import TOTAL, find_targets
from grader.reports.gradebook import GradeBook, GradeRow
from grader.reports.platform_columns import GradeColumn, Layout, Platform, is_locked, layout_of, plain_number
from grader.reports.sheet import Sheet, read_sheet

FEEDBACK = "feedback"
_NUMBER_IN_IDENTIFIER = re.compile(r"\A\D*(\d+)\Z")
_NO_MARK = frozenset({"", "-", "–", "in progress", "needs grading"})
"""What stands where no mark is; the words are Blackboard's."""


@dataclass(frozen=True)
class CellChange:
    """A cell that has something else in it already: whose, under which header, what is there, what would be."""

    learner: str
    header: str
    before: str
    after: str


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
    excused_there: list[str] = field(default_factory=list)
    """Excused on the platform and not here: the platform's word stays."""
    different: list[CellChange] = field(default_factory=list)
    """What is there already and was left: it is replaced only where that is asked for."""
    replaced: list[CellChange] = field(default_factory=list)
    without_time: list[str] = field(default_factory=list)
    """Filled with scores to which no late rule could be applied, or only the platform's word "late"."""
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
    replace: bool = False,
) -> Filled:
    """Fill the grades of `book` into the file that `platform` exported.

    `chosen` names headers by exercise number (TOTAL: the total); for others a header is taken that names the
    exercise. `single` is what goes into a file with one grade column, None for the only exercise or else the
    total. `feedback(row, number)` is what a feedback column gets. A mark or a feedback that is there and differs stays,
    and is listed, unless `replace`; "excused" stays in any case. Raises UsageError where no column fits.
    """
    sheet = read_sheet(body, name)
    layout = layout_of(platform, sheet, name)
    targets = find_targets(layout, book, chosen, single, name)
    filled = Filled(targets={column.header: number for number, column in targets.items()})
    filling = _Filling(sheet, layout, book, filled, _decimal_comma(sheet, layout, targets), replace)
    for place, row in filling.people().items():
        if is_locked(sheet, layout, place):
            filled.locked.append(row.learner.key)
            continue
        for exercise, column in targets.items():
            filling.put_score(place, column, row, exercise)
        if layout.feedback is not None and row.handed_in:
            filling.put(place, layout.feedback, row, guarded(feedback(row, next(iter(targets)))), FEEDBACK)
    filled.body = sheet.written()
    return filled


@dataclass
class _Filling:
    """One filling under way: where it goes, what from, and what is noted."""

    sheet: Sheet
    layout: Layout
    book: GradeBook
    filled: Filled
    comma: bool
    replace: bool

    def people(self) -> dict[int, GradeRow]:
        """Rows of the file with their people: by key or address, in one row alone, which nobody else claims."""
        by_id: dict[str, set[int]] = {}
        for place in self.layout.people:
            for column in self.layout.identities:
                for identity in _identities(self.sheet.value(place, column), self.layout):
                    by_id.setdefault(identity, set()).add(place)
        claims: dict[int, list[GradeRow]] = {}
        for row in self.book.rows:
            wanted = {row.learner.key.strip().casefold(), row.learner.email.strip().casefold()} - {""}
            places = set().union(*(by_id.get(identity, set()) for identity in wanted))
            if not places:
                self.filled.not_in_file.append(row.learner.key)
            elif len(places) > 1:
                self.filled.ambiguous.append(row.learner.key)
            else:
                claims.setdefault(places.pop(), []).append(row)
        for rows in claims.values():
            if len(rows) > 1:
                self.filled.ambiguous += [row.learner.key for row in rows]
        people = {place: rows[0] for place, rows in sorted(claims.items()) if len(rows) == 1}
        self.filled.rows_without_scores += [place + 1 for place in self.layout.people if place not in people]
        return people

    def put_score(self, place: int, column: GradeColumn, row: GradeRow, exercise: int) -> None:
        """Put a score that counts, scaled to the file's greatest one, or the platform's word for "excused"."""
        key, excused = row.learner.key, self.layout.excused
        score, most, standing = _counting(row, exercise, self.book)
        if standing is Basis.MISSING:
            self.filled.nothing_handed_in.append(key)
        elif standing is Basis.EXCUSED and excused is not None:
            self.put(place, column.column, row, excused, column.header)
        elif score is None:
            self.filled.not_counted.append(key)
        elif excused is not None and self.sheet.value(place, column.column).strip() == excused:
            self.filled.excused_there.append(key)
        else:
            text = str(number(self._scaled(place, column, score, most)))
            text = text.replace(".", ",") if self.comma else text
            if self.put(place, column.column, row, text, column.header) and _lacks_time(
                row, exercise, self.book
            ):
                self.filled.without_time.append(key)

    def put(self, place: int, column: int, row: GradeRow, value: str, header: str) -> bool:
        """Put a value where nothing is, or where something may be replaced; tell whether it stands there now."""
        before = self.sheet.value(place, column).strip()
        if not value or _means_the_same(before, value):
            return bool(value)
        if before.casefold() not in _NO_MARK:
            change = CellChange(row.learner.key, header, before, value)
            (self.filled.replaced if self.replace else self.filled.different).append(change)
            if not self.replace:
                return False
        self.sheet.put(place, column, value)
        self.filled.cells += header != FEEDBACK
        return True

    def _scaled(self, place: int, column: GradeColumn, score: float, most: float) -> float:
        greatest = column.greatest
        if self.layout.greatest_of is not None:
            greatest = plain_number(self.sheet.value(place, self.layout.greatest_of))
        if greatest and most and abs(greatest - most) > 1e-9:
            self.filled.scaled[column.header] = (most, greatest)
            return score / most * greatest
        return score


def _means_the_same(before: str, after: str) -> bool:
    """Whether a cell holds the value already, maybe written otherwise: 7.50 is 7.5."""
    old, new = plain_number(before), plain_number(after)
    return before == after or (old is not None and new is not None and abs(old - new) < 1e-9)


def _lacks_time(row: GradeRow, exercise: int, book: GradeBook) -> bool:
    scores = row.scores if exercise == TOTAL else (row.scores[book.column_of(exercise)],)
    settled = [score.settled for score in scores]
    return any(
        each.timing is Timing.UNKNOWN or (each.timing is Timing.ONLY_LATE and each.days_late > 0)
        for each in settled
    )


def _counting(row: GradeRow, exercise: int, book: GradeBook) -> tuple[float | None, float, Basis]:
    """(score, greatest score, standing) of an exercise or of the total.

    A total is what the policy makes of it; where an exercise is still to be graded it does not exist yet.
    """
    if exercise != TOTAL:
        settled = row.scores[book.column_of(exercise)].settled
        return settled.score, settled.max_score, settled.basis
    standings = {score.settled.basis for score in row.scores}
    if Basis.PENDING in standings:
        return None, row.max_total, Basis.PENDING
    if standings <= {Basis.MISSING}:
        return None, row.max_total, Basis.MISSING
    if row.max_total <= 0:
        return None, 0.0, Basis.EXCUSED
    return row.total, row.max_total, Basis.COUNTED


def _identities(cell: str, layout: Layout) -> list[str]:
    """What a cell can be known by: itself, without Brightspace's "#", and the number of "Participant 17"."""
    text = cell.strip().casefold()
    found = [text, text.removeprefix("#")]
    number_in = _NUMBER_IN_IDENTIFIER.match(text) if layout.single else None
    if number_in and not text.isdigit():
        found.append(number_in[1])
    return [each for each in dict.fromkeys(found) if each]


def _decimal_comma(sheet: Sheet, layout: Layout, targets: Mapping[int, GradeColumn]) -> bool:
    """Whether the file writes numbers with a comma: it does where any grade or limit in it has one."""
    columns = [column.column for column in targets.values()]
    columns += [layout.greatest_of] if layout.greatest_of is not None else []
    cells = (sheet.value(row, column) for row in range(1, len(sheet.rows)) for column in columns)
    return any(re.fullmatch(r"\s*\d+,\d+\s*", cell) for cell in cells)

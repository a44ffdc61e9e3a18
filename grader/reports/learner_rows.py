"""A grade book's rows as short lists for a page's data island, with the words for what a rule changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.domain.policy import Basis, Timing
from grader.domain.text import Language, Text
from grader.reports.gradebook import GradeBook, GradeRow, Score
from grader.reports.intake_words import say_choice
from grader.reports.page import sayer
from grader.reports.plain_values import VERDICTS, points
from grader.reports.timing_words import TIMINGS
from grader.reports.ungradable_words import reason_of

LATE, EXTENDED, NO_TIME, SEVERAL = "late", "extended", "no_time", "several"
BASES = {
    Basis.COUNTED: Text("counts", "计分"),
    Basis.MISSING: Text("nothing handed in", "未提交"),
    Basis.EXCUSED: Text("excused", "免做"),
    Basis.OVERRIDDEN: Text("set by hand", "人工设定"),
    Basis.PENDING: Text("not graded yet, by our own fault", "因评分程序故障尚未评分"),
}
MARKS = {
    LATE: Text("late", "迟交"),
    EXTENDED: Text("ext.", "延期"),
    NO_TIME: Text("time?", "时间？"),
    SEVERAL: Text("files", "多文件"),
    str(Basis.EXCUSED): Text("exc.", "免"),
    str(Basis.OVERRIDDEN): Text("set", "改"),
    str(Basis.PENDING): Text("open", "待"),
}


class Rows:
    """Turns rows into lists in one language."""

    def __init__(self, book: GradeBook, language: Language, *, reasons: bool = True) -> None:
        """Prepare the words of this book in `language`; `reasons` are what staff wrote for each other."""
        self._reasons = reasons
        self._book = book
        self._language = language
        self._say = sayer(language)

    def row(self, row: GradeRow, link: str | None) -> list[object]:
        """[key, name, section, total, greatest total, scores] and the link where there is one."""
        person = row.learner
        cells: list[object] = [
            person.key, person.name or person.key, person.section, round(row.total, 2), row.max_total,
            [self.score(score) for score in row.scores],
        ]  # fmt: skip
        return [*cells, link] if link else cells

    def score(self, score: Score) -> list[object]:
        """[value] for a score that counts as it was earned, else [value, standing, note]."""
        settled = score.settled
        missing = settled.basis is Basis.MISSING
        value = None if missing or settled.score is None else round(settled.score, 2)
        note = "; ".join(self.notes(score))
        if note:
            return [value, self._mark(score), note]
        return [value] if value is not None else [None, str(settled.basis)]

    def notes(self, score: Score) -> Iterator[str]:
        """What a rule or a person changed about a score."""
        settled, say = score.settled, self._say
        if score.reason and self._reasons:
            yield reason_of(score.reason).get(self._language)
        if settled.basis in (Basis.EXCUSED, Basis.PENDING):
            yield BASES[settled.basis].get(self._language)
        if settled.basis is Basis.OVERRIDDEN:
            raw = points(settled.raw) if settled.raw is not None else "–"
            why = f": {settled.why}" if settled.why and self._reasons else ""
            yield say(f"set by hand, earned {raw}{why}", f"人工设定，原得 {raw}{why}")
        yield from self._earlier(score)
        if settled.days_late:
            days, lost = settled.days_late, points(settled.deducted)
            plural = "s" if days != 1 else ""
            yield say(f"{days} day{plural} late: −{lost} points", f"迟交 {days} 天，扣 {lost} 分")
        if settled.timing is not Timing.KNOWN:
            yield TIMINGS[settled.timing].get(self._language)
        if score.extended_until is not None:
            until = f"{score.extended_until:%Y-%m-%d %H:%M} UTC"
            yield say(f"extended until {until}", f"延期至 {until}")
        if score.choice.kept:
            yield say_choice(score.file_name, score.choice.kept, score.choice.by).get(self._language)

    def _earlier(self, score: Score) -> Iterator[str]:
        """Which of several hand-ins counts, where it is not the newest one."""
        say = self._say
        if score.is_open and score.settled.basis is Basis.COUNTED:
            yield say(
                "the newest hand-in is not graded yet, by our own fault: an earlier one counts meanwhile",
                "最新一次提交因评分程序故障尚未评分，暂以之前的提交计分",
            )
        elif score.newest is not None:
            verdict, earned = score.newest
            word = VERDICTS[verdict].get(self._language)
            yield say(
                f"your best hand-in counts; the newest: {word}, {points(earned)} points",
                f"以最好的一次提交计分；最新一次：{word}，{points(earned)} 分",
            )

    def exercises(self, numbers: Sequence[int]) -> str:
        """The numbers behind the word "exercise" in the language of the rows."""
        listed = ", ".join(map(str, numbers))
        return self._say(f"exercise {listed}", f"练习 {listed}")

    @staticmethod
    def _mark(score: Score) -> str:
        basis = score.settled.basis
        if basis in (Basis.EXCUSED, Basis.PENDING, Basis.OVERRIDDEN):
            return str(basis)
        if score.settled.days_late:
            return LATE
        if score.extended_until is not None:
            return EXTENDED
        return NO_TIME if score.settled.timing is not Timing.KNOWN else SEVERAL

"""A class's report in Markdown, for a wiki or an issue: the same order as the page, tables cut to what one reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.domain.text import Language
from grader.reports.class_report import ClassReport
from grader.reports.gradebook import ungradable
from grader.reports.item_table import FAULTY, TROUBLES, suppressed
from grader.reports.needing_help import SIGNALS, Need, people_in_need
from grader.reports.open_words import open_words
from grader.reports.page import percent, sayer
from grader.reports.plain_values import points, shown
from grader.reports.score_tables import score_cell
from grader.reports.timing_words import timing_words
from grader.reports.ungradable_words import counted_reasons

_MOST_PEOPLE = 30
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#!|<>~&@:])")


def markdown(report: ClassReport, language: Language) -> str:
    """The report as CommonMark with pipe tables; what people wrote is escaped."""
    return "\n".join(_Markdown(report, language).lines()) + "\n"


def escaped(text: str) -> str:
    """The text as Markdown shows it: no markup, no HTML, no cell's end, no line of its own."""
    return _SPECIAL.sub(r"\\\1", " ".join(shown(text).split()))


class _Markdown:
    def __init__(self, report: ClassReport, language: Language) -> None:
        self.report = report
        self.language = language
        self.say = sayer(language)

    def lines(self) -> Iterator[str]:
        book, say = self.report.book, self.say
        yield f"# {say('Class report', '班级报告')} {escaped(book.label.rpartition('/')[2])}".rstrip()
        yield ""
        yield say(
            f"Run {book.run_id}, seed {book.seed}, {len(book.rows)} people.",
            f"批次 {book.run_id}，种子 {book.seed}，共 {len(book.rows)} 人。",
        )
        yield from (words.get(self.language) for words in timing_words(book))
        reasons = counted_reasons(ungradable(book))
        if reasons is not None:
            yield escaped(reasons.get(self.language))
        for words in open_words(book):
            yield ""
            yield escaped(words.get(self.language))
        yield from self._help()
        yield from self._misconceptions()
        yield from self._items()
        yield from self._standing()

    def _help(self) -> Iterator[str]:
        say, rows = self.say, self.report.book.rows
        people = people_in_need(self.report)
        yield from self._heading(say("Who needs help?", "谁需要帮助？"))
        yield from self._table(
            (say("Name", "姓名"), say("Key", "编号"), say("Why", "原因"), say("Total", "总分")),
            [
                (
                    escaped(rows[person.row].learner.name),
                    escaped(rows[person.row].learner.key),
                    "; ".join(self._need(need) for need in person.needs),
                    points(rows[person.row].total),
                )
                for person in people[:_MOST_PEOPLE]
            ],
        )
        if len(people) > _MOST_PEOPLE:
            more = len(people) - _MOST_PEOPLE
            yield ""
            yield say(f"and {more} more", f"另有 {more} 人")

    def _need(self, need: Need) -> str:
        detail = ", ".join([*map(str, need.exercises), *map(escaped, need.beliefs)])
        return SIGNALS[need.signal].get(self.language) + (f" ({detail})" if detail else "")

    def _misconceptions(self) -> Iterator[str]:
        say = self.say
        yield from self._heading(say("Which misconceptions are in the room?", "班上有哪些误解？"))
        yield from self._table(
            (say("Misconception", "误解"), say("Belief", "他们以为"), say("People", "人数"), say("Code", "代码"),
             say("Quiz", "测验"), say("Both", "两者")),
            [
                (
                    f"`{count.misconception.id}`",
                    escaped(count.misconception.belief.get(self.language)),
                    *map(str, (count.people, count.in_code, count.in_quiz, count.in_both)),
                )
                for count in self.report.misconceptions
            ],
        )  # fmt: skip

    def _items(self) -> Iterator[str]:
        say = self.say
        groups = (self.report.exercise_items, *self.report.check_items, *self.report.question_items)
        yield from self._heading(say("Which exercise or question works badly?", "哪道练习或题目有问题？"))
        words = suppressed(self.report.exercise_items)
        if words is not None:
            yield words.get(self.language)
            yield ""
        yield from self._table(
            (
                say("Item", "项目"),
                say("Why", "原因"),
                say("Facility", "难度"),
                say("Discrimination", "区分度"),
            ),
            [
                (
                    f"`{item.id}` ({escaped(group.title.get(self.language))})",
                    TROUBLES[item.trouble].get(self.language),
                    percent(item.figures.facility),
                    percent(item.figures.discrimination),
                )
                for group in groups
                for item in group.items
                if item.trouble is not None and item.trouble in FAULTY
            ],
        )

    def _standing(self) -> Iterator[str]:
        say, book = self.say, self.report.book
        yield from self._heading(say("How does the class stand?", "班级整体情况如何？"))
        yield from self._table(
            (say("Exercise", "练习"), say("Handed in", "已提交"), say("Accepted", "通过"), say("Late", "迟交"),
             say("Mean", "平均"), say("Median", "中位数")),
            [
                (
                    f"{column.number}. {escaped(column.title.get(self.language))}",
                    *map(str, (exercise.handed_in, exercise.accepted, exercise.late)),
                    *(percent(figure, 2) for figure in (exercise.mean, exercise.median)),
                )
                for column, exercise in zip(book.columns, self.report.figures, strict=True)
            ],
        )  # fmt: skip
        yield ""
        yield from self._table(
            (
                say("Name", "姓名"),
                say("Key", "编号"),
                *(str(c.number) for c in book.columns),
                say("Total", "总分"),
            ),
            [
                (
                    escaped(row.learner.name),
                    escaped(row.learner.key),
                    *("–" if (cell := score_cell(s)) is None else points(cell) for s in row.scores),
                    points(row.total),
                )
                for row in book.rows
            ],
        )

    def _heading(self, words: str) -> Iterator[str]:
        yield from ("", f"## {words}", "")

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
        if not rows:
            yield self.say("None.", "无。")
            return
        yield f"| {' | '.join(head)} |"
        yield f"|{'---|' * len(head)}"
        yield from (f"| {' | '.join(row)} |" for row in rows)

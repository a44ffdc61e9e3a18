"""The instructor's page of a class, one HTML file: who needs help, common beliefs, items that work badly, scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from grader.domain.text import Language, Text
from grader.domain.verdict import Verdict
from grader.reports.charts import Bar, Caption, bar_chart, histogram, scatter
from grader.reports.class_report import ClassReport, ExerciseFigures
from grader.reports.gradebook import ungradable
from grader.reports.item_table import FAULTY, TROUBLES, consistency_words, suppressed
from grader.reports.learner_rows import BASES, MARKS, Rows
from grader.reports.needing_help import SIGNALS, PersonInNeed, people_in_need
from grader.reports.open_words import open_words
from grader.reports.page import data_island, render_page, sayer
from grader.reports.timing_words import timing_words
from grader.reports.ungradable_words import counted_reasons

_CHARTED = 12
_FIRST = 8
_OUTCOMES = (
    ("f-good", Text("accepted", "通过")),
    ("f-bad", Text("not accepted", "未通过")),
    ("f-warn", Text("could not be run or read", "无法运行或读取")),
    ("f-none", Text("nothing handed in", "未提交")),
)


def class_page(report: ClassReport, language: Language, links: Mapping[str, str] | None = None) -> str:
    """The page as HTML. `links` maps a person's key to the address of that person's own page."""
    return _ClassPage(report, language, links or {}).render()


class _ClassPage:
    """One page in the making."""

    def __init__(self, report: ClassReport, language: Language, links: Mapping[str, str]) -> None:
        self.report = report
        self.language = language
        self.say = sayer(language)
        self.links = links
        self.needs = people_in_need(report)
        self.groups = (report.exercise_items, *report.check_items, *report.question_items)

    def render(self) -> str:
        """Fill the template."""
        report, say = self.report, self.say
        faulty = [(group, item) for group in self.groups for item in group.items if item.trouble in FAULTY]
        order = list(TROUBLES)
        faulty.sort(key=lambda pair: order.index(pair[1].trouble or order[-1]))
        return render_page(
            "class.html.j2",
            self.language,
            {
                "report": report,
                "first_beliefs": _FIRST,
                "title": self._title(),
                "subtitle": self._subtitle(),
                "figures": list(self._figures()),
                "notes": list(self._notes()),
                "people": len(report.book.rows),
                "sections": any(row.learner.section for row in report.book.rows),
                "needs": len(self.needs),
                "signals": list(self._signals()),
                "charts": self._charts(),
                "groups": self.groups,
                "quiz_ids": frozenset(group.id for group in report.question_items),
                "faulty": faulty,
                "faults": FAULTY,
                "troubles": TROUBLES,
                "suppressed": suppressed,
                "consistency_words": consistency_words,
                "nothing_faulty": self._nothing_faulty(),
                "outcomes": [(style, text.get(self.language)) for style, text in _OUTCOMES],
                "standings": list(zip(report.book.columns, report.figures, strict=True)),
                "colophon": say(
                    f"Made by AddNorm {report.book.grader_version} from run {report.book.run_id}, seed {report.book.seed}.",
                    f"由 AddNorm {report.book.grader_version} 根据批次 {report.book.run_id}（种子 {report.book.seed}）生成。",
                ),
                "island": data_island(self._data()),
            },
            "tables.js",
        )

    def _title(self) -> str:
        label = self.report.book.label.rstrip("/\\").replace("\\", "/").rpartition("/")[2]
        return (
            self.say(f"Class report: {label}", f"班级报告：{label}")
            if label
            else self.say("Class report", "班级报告")
        )

    def _subtitle(self) -> str:
        book, say = self.report.book, self.say
        numbers = ", ".join(str(column.number) for column in book.columns)
        graded, made = f"{book.graded_at:%Y-%m-%d %H:%M} UTC", f"{self.report.made_at:%Y-%m-%d %H:%M} UTC"
        return say(
            f"Exercise{'s' if len(book.columns) != 1 else ''} {numbers}. Graded {graded}, report made {made}.",
            f"练习 {numbers}。评分时间 {graded}，报告生成时间 {made}。",
        )

    def _figures(self) -> Iterator[tuple[str, str]]:
        book, say = self.report.book, self.say
        shares = [row.share for row in book.rows if row.share is not None]
        handed = sum(row.handed_in for row in book.rows)
        accepted = sum(exercise.accepted for exercise in self.report.figures)
        submissions = sum(exercise.handed_in for exercise in self.report.figures)
        yield say("people", "人"), f"{len(book.rows):,}"
        yield say("handed something in", "有提交"), f"{handed:,}"
        yield say("submissions", "份提交"), f"{submissions:,}"
        yield say("accepted", "通过"), f"{100 * accepted / submissions:.0f} %" if submissions else "–"
        yield say("mean total", "平均总分"), f"{100 * sum(shares) / len(shares):.0f} %" if shares else "–"
        yield say("took a quiz", "做过测验"), f"{self.report.quiz_people:,}"

    def _notes(self) -> Iterator[str]:
        book, say = self.report.book, self.say
        if not book.finished:
            yield say(
                "This run was not finished: some results are missing.", "本批次尚未完成：部分结果缺失。"
            )
        yield from (words.get(self.language) for words in open_words(book))
        if book.anonymous:
            yield say(
                "Names are pseudonyms; comments and texts in example code are blanked.",
                "姓名均为化名；示例代码中的注释和字符串已隐去。",
            )
        if book.policy.due is not None or book.policy.due_of:
            yield self._policy_words()
        yield from (words.get(self.language) for words in timing_words(book))
        reasons = counted_reasons(ungradable(book))
        if reasons is not None:
            yield reasons.get(self.language)

    def _policy_words(self) -> str:
        late, say = self.report.book.policy.late, self.say
        due = self.report.book.policy.due
        shown = f"{due:%Y-%m-%d %H:%M %z}" if due is not None else say("by exercise", "按练习而定")
        return say(
            f"Due {shown}; a begun day late costs {100 * late.per_day:g} %, at most {100 * late.cap:g} %.",
            f"截止时间 {shown}；每迟交一天（不足一天按一天计）扣 {100 * late.per_day:g} %，最多扣 {100 * late.cap:g} %。",
        )

    def _signals(self) -> Iterator[tuple[str, str, int]]:
        counted = Counter(need.signal for person in self.needs for need in person.needs)
        for signal, text in SIGNALS.items():
            if counted[signal]:
                yield str(signal), text.get(self.language), counted[signal]

    def _nothing_faulty(self) -> str:
        enough = any(suppressed(group) is None for group in self.groups)
        if enough:
            return self.say("No item stands out.", "没有明显有问题的项目。")
        words = suppressed(self.report.exercise_items)
        return words.get(self.language) if words is not None else ""

    def _charts(self) -> dict[str, object]:
        return {
            "misconceptions": self._misconception_chart(),
            "scatter": self._item_chart(),
            "totals": self._total_chart(),
            "exercises": self._exercise_chart(),
        }

    def _misconception_chart(self) -> object:
        shown = self.report.misconceptions[:_CHARTED]
        bars = [
            Bar(
                count.misconception.id,
                (
                    ("f-bad", count.in_code - count.in_both),
                    ("f-warn", count.in_both),
                    ("f-quiz", count.in_quiz - count.in_both),
                ),
            )
            for count in shown
        ]
        named = ", ".join(f"{count.misconception.id} {count.people}" for count in shown[:3])
        words = Caption(
            self.say("Misconceptions by people", "各误解的人数"),
            self.say(f"A bar a misconception; the longest: {named}.", f"每种误解一条；最多的是：{named}。"),
        )
        return bar_chart("misconceptions-chart", words, bars, max((c.people for c in shown), default=0))

    def _item_chart(self) -> object | None:
        dots = [
            (item.figures.facility, item.figures.discrimination, item.trouble in FAULTY)
            for group in self.groups[1:]
            for item in group.items
            if item.figures.facility is not None and item.figures.discrimination is not None
        ]
        if not dots:
            return None
        bad = sum(stands_out for _, _, stands_out in dots)
        words = Caption(
            self.say("Facility and discrimination of every item", "各项目的难度与区分度"),
            self.say(
                f"{len(dots)} dots, one a check or question; {bad} stand out as working badly.",
                f"{len(dots)} 个点，每个点是一个检查项或题目；其中 {bad} 个有问题。",
            ),
        )
        across, up = self.say("facility, %", "难度（通过率），%"), self.say("discrimination, %", "区分度，%")
        return scatter("items-chart", words, dots, across, up)

    def _total_chart(self) -> object:
        shares = [row.share for row in self.report.book.rows if row.share is not None]
        half = sum(share < 0.5 for share in shares)
        words = Caption(
            self.say("How many people have which total", "总分分布"),
            self.say(
                f"Ten bars from 0 to 100 percent; {half} of {len(shares)} people are below 50.",
                f"从 0 到 100 的十个柱；{len(shares)} 人中有 {half} 人低于 50。",
            ),
        )
        across, up = self.say("total, %", "总分，%"), self.say("people", "人数")
        return histogram("totals-chart", words, [min(1.0, max(0.0, share)) for share in shares], across, up)

    def _exercise_chart(self) -> object:
        bars = []
        for column, exercise in zip(self.report.book.columns, self.report.figures, strict=True):
            parts = zip((style for style, _ in _OUTCOMES), outcome_counts(exercise), strict=True)
            bars.append(Bar(f"{column.number}. {column.title.get(self.language)}", tuple(parts)))
        words = Caption(
            self.say("What became of each exercise", "各练习的结果"),
            self.say(
                "A bar an exercise, split by outcome; the table below has the numbers.",
                "每道练习一条，按结果分段；数字见下表。",
            ),
        )
        return bar_chart("exercises-chart", words, bars, len(self.report.book.rows))

    def _data(self) -> dict[str, object]:
        rows = Rows(self.report.book, self.language)
        return {
            "people": [rows.row(row, self.links.get(row.learner.key)) for row in self.report.book.rows],
            "needs": [self._need(person, rows) for person in self.needs],
            "signals": {str(signal): text.get(self.language) for signal, text in SIGNALS.items()},
            "standings": {str(basis): text.get(self.language) for basis, text in BASES.items()},
            "marks": {mark: text.get(self.language) for mark, text in MARKS.items()},
        }

    def _need(self, person: PersonInNeed, rows: Rows) -> list[object]:
        return [
            person.row,
            [
                [
                    str(need.signal),
                    rows.exercises(need.exercises) if need.exercises else ", ".join(need.beliefs),
                ]
                for need in person.needs
            ],
        ]


def outcome_counts(exercise: ExerciseFigures) -> tuple[int, int, int, int]:
    """People by outcome: accepted, not accepted, could not be run or read, nothing handed in."""
    verdicts = exercise.verdicts
    nothing = exercise.missing + verdicts.get(Verdict.NOT_ATTEMPTED, 0)
    wrong = sum(verdicts.get(each, 0) for each in (Verdict.WRONG_ANSWER, Verdict.FORBIDDEN))
    rest = sum(verdicts.values()) - exercise.accepted - wrong - verdicts.get(Verdict.NOT_ATTEMPTED, 0)
    return exercise.accepted, wrong, rest, nothing

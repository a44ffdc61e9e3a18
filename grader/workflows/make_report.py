"""The use case `grade report`: a run's scores in whatever form they are taken away, as files to be written."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from grader.catalog.exercises import load_ladder
from grader.catalog.misconceptions import Misconceptions
from grader.classbook.book import anonymous, grade_book, names_of
from grader.classbook.learners import LearnerReports
from grader.classbook.results import rows_with_results, stored_scores
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.policy import Policy
from grader.domain.record import ClassResult, ClassRun
from grader.domain.system_reason import system_reason
from grader.domain.text import Language, Text
from grader.domain.verdict import Verdict
from grader.reports.class_report import ClassReport
from grader.reports.classroom50 import HUNDREDTHS, HandedIn, classroom50_result
from grader.reports.csv_text import csv_text
from grader.reports.file_stem import file_stem
from grader.reports.fill import Filled, fill_file
from grader.reports.fill_targets import TOTAL
from grader.reports.gradebook import GradeBook, GradeRow
from grader.reports.gradescope import gradescope_results
from grader.reports.learner_rows import Rows
from grader.reports.plain_values import points
from grader.reports.platform_columns import Platform
from grader.reports.score_tables import StoredScore, long_rows, wide_rows
from grader.store.store import Store

PAGES = "learners"
MOST_CARDS = 20


class Format(StrEnum):
    """What a report can be made as; the value is what `--format` takes."""

    HTML = "html"
    CSV = "csv"
    CSV_LONG = "csv-long"
    JSON = "json"
    XLSX = "xlsx"
    MARKDOWN = "markdown"
    JUNIT = "junit"
    CANVAS = "canvas"
    MOODLE = "moodle"
    BRIGHTSPACE = "brightspace"
    BLACKBOARD = "blackboard"
    GRADESCOPE = "gradescope"
    CLASSROOM50 = "classroom50"


FILLABLE = {
    Format.CANVAS: Platform.CANVAS,
    Format.MOODLE: Platform.MOODLE,
    Format.BRIGHTSPACE: Platform.BRIGHTSPACE,
    Format.BLACKBOARD: Platform.BLACKBOARD,
}
ONE_A_PERSON = frozenset((Format.GRADESCOPE, Format.CLASSROOM50))
_FILE_OF = {Format.GRADESCOPE: "results.json", Format.CLASSROOM50: "result.json"}


@dataclass(frozen=True)
class ReportFile:
    """A file to write: its name within the folder ("" for the only one) and its content in pieces."""

    name: str
    pieces: Iterable[str | bytes]


@dataclass
class Reporter:
    """Makes reports of one run; what several of them need is gathered once."""

    store: Store
    course: Path
    run: ClassRun
    language: Language
    now: datetime
    policy: Policy | None = None
    nameless: bool = False

    @cached_property
    def exercises(self) -> Sequence[Exercise]:
        """The course's exercises."""
        return load_ladder(self.course)

    @cached_property
    def real_book(self) -> GradeBook:
        """The scores under the real names."""
        return grade_book(self.store, self.run, self.exercises, self.policy)

    @cached_property
    def pseudonyms(self) -> Mapping[str, str] | None:
        """Key -> pseudonym, None where names are shown."""
        if not self.nameless:
            return None
        return names_of(self.store, self.run, [row.learner.key for row in self.real_book.rows])

    @cached_property
    def book(self) -> GradeBook:
        """The scores as they are shown."""
        names = self.pseudonyms
        return self.real_book if names is None else anonymous(self.real_book, names)

    @cached_property
    def report(self) -> ClassReport:
        """All that the instructor's page says."""
        from grader.classbook.report import class_report  # numpy, and the bank of questions

        return class_report(self.store, self.course, self.real_book, self.now, self.pseudonyms)

    def whole(self, form: Format) -> ReportFile:
        """The report as one file. Raises UsageError for a form that is a file a person."""
        if form is Format.HTML:
            from grader.reports.class_page import class_page

            return ReportFile("", [class_page(self.report, self.language)])
        if form is Format.CSV:
            return ReportFile("", [csv_text(wide_rows(self.book))])
        if form is Format.CSV_LONG:
            return ReportFile("", [csv_text(long_rows(self._stored()))])
        if form is Format.JSON:
            from grader.reports.report_json import report_json

            return ReportFile("", report_json(self.report, self._stored(), self.language))
        if form is Format.XLSX:
            from grader.reports.xlsx import workbook

            return ReportFile("", [workbook(self.report, self.language)])
        if form is Format.MARKDOWN:
            from grader.reports.markdown import markdown

            return ReportFile("", [markdown(self.report, self.language)])
        if form is Format.JUNIT:
            from grader.reports.junit import junit_xml

            return ReportFile("", junit_xml(self._stored(), self.language))
        if form in FILLABLE:
            from grader.reports.platform_files import platform_file

            self._refuse_anonymous(form)
            return ReportFile("", [platform_file(FILLABLE[form], self.book, self.language)])
        raise UsageError(
            Text(f"{form} is one file a person", f"{form} 是每人一个文件"),
            Text(
                "Name a folder with -o, or one person with --learner.",
                "请用 -o 指定目录，或用 --learner 指定一个人。",
            ),
        )

    def folder(self, form: Format) -> Iterator[ReportFile]:
        """The report as a folder: the class's page with a page a person, or a file a person."""
        if form is Format.HTML:
            from grader.reports.class_page import class_page
            from grader.reports.learner_page import learner_page

            links = {row.learner.key: f"{PAGES}/{file_stem(row.learner.key)}.html" for row in self.book.rows}
            yield ReportFile("index.html", [class_page(self.report, self.language, links)])
            for each in self.learners.all():
                yield ReportFile(links[each.key], [learner_page(each, self.language)])
            return
        if form not in ONE_A_PERSON:
            raise UsageError(
                Text(f"{form} is one file", f"{form} 是一个文件"),
                Text("Name the file with -o, not a folder.", "请用 -o 指定文件，而不是目录。"),
            )
        for row, results in rows_with_results(self.store, self.book, self.pseudonyms):
            name = f"{file_stem(row.learner.key)}/{_FILE_OF[form]}"
            yield ReportFile(name, [self._platform_result(form, row, results)])

    def of_learner(self, form: Format, key: str) -> ReportFile:
        """One person's report. Raises UsageError for somebody who is not in the run."""
        row = next((row for row in self.book.rows if key in (row.learner.key, row.learner.name)), None)
        if row is None:
            raise UsageError(
                Text(
                    f"nobody in run {self.run.id} is known as {key!r}",
                    f"评阅 {self.run.id} 中没有 {key!r} 这个人",
                ),
                Text("Use a key that the CSV report lists.", "请使用 CSV 报告中列出的编号。"),
            )
        alone = replace(self.book, rows=(row,))
        _, results = next(rows_with_results(self.store, alone, self.pseudonyms))
        if form is Format.HTML:
            from grader.reports.learner_page import learner_page

            return ReportFile("", [learner_page(self.learners.report(row, results), self.language)])
        if form in ONE_A_PERSON:
            return ReportFile("", [self._platform_result(form, row, results)])
        raise UsageError(
            Text(f"{form} is a report of the whole class", f"{form} 是全班的报告"),
            Text("Leave --learner out.", "请去掉 --learner。"),
        )

    def fill(
        self,
        form: Format,
        path: Path,
        chosen: Mapping[int, str],
        single: int | None,
        *,
        replaces: bool = False,
    ) -> Filled:
        """Fill a file that the platform exported. Raises UsageError for a form that no platform exports."""
        if form not in FILLABLE:
            raise UsageError(
                Text(
                    f"--fill goes with {', '.join(FILLABLE)}, not with {form}",
                    f"--fill 可以与 {'、'.join(FILLABLE)} 一起用，不能与 {form} 一起用",
                ),
                Text("Name the platform with --format.", "请用 --format 指定平台。"),
            )
        self._refuse_anonymous(form)
        try:
            body = path.read_bytes()
        except OSError as error:
            why = system_reason(error)
            raise UsageError(
                Text(f"{path} cannot be read: {why.en}", f"无法读取 {path}：{why.zh}"),
                Text("name the exported file", "请指定平台导出的文件"),
            ) from error
        return fill_file(
            body,
            path.name,
            FILLABLE[form],
            self.book,
            chosen=chosen,
            single=single,
            feedback=self._feedback,
            replace=replaces,
        )

    def _feedback(self, row: GradeRow, number: int) -> str:
        """What a platform's feedback cell gets: HTML, since that is what Moodle takes it for."""
        results = self.store.class_reading.results_of(self.run.id, [row.learner.key]).get(row.learner.key, ())
        words = list(self.learners.words(row, results))
        if number != TOTAL:
            lines = [line.text for each in words if each.number == number for line in each.message]
        else:
            lines = [f"{each.number}. {each.title}: {each.score}, {each.verdict}" for each in words]
            lines.append(f"{points(row.total)} / {points(row.max_total)}")
        return "<br>".join(html.escape(line, quote=False) for line in lines)

    def _platform_result(self, form: Format, row: GradeRow, results: Sequence[ClassResult]) -> str:
        """One person's file for Gradescope or Classroom 50; the score is the one that counts."""
        known = {exercise.number: exercise for exercise in self.exercises}
        catalogue = Misconceptions(self.course)
        graded = [
            (known[each.exercise_number], each.result.grade)
            for each in results
            if each.exercise_number in known and each.verdict is not Verdict.INTERNAL_ERROR
        ]
        plain: dict[str, object]
        if form is Format.GRADESCOPE:
            rows = Rows(self.book, self.language, reasons=False)
            notes = [
                f"{column.title.get(self.language)}: {note}"
                for column, score in zip(self.book.columns, row.scores, strict=True)
                for note in rows.notes(score)
            ]
            plain = gradescope_results(graded, catalogue, self.language, notes=notes)
            plain["score"] = round(row.total, 6)
        else:
            submitted = max(
                (s.submitted_at for s in row.scores if s.submitted_at), default=self.book.graded_at
            )
            handed_in = HandedIn(
                "", self.book.label, "individual", row.learner.key, f"submit/{self.run.id}", "", "", ""
            )
            plain = classroom50_result(graded, handed_in, self.language, submitted)
            plain["score"] = round(HUNDREDTHS * row.total)
            plain["max-score"] = round(HUNDREDTHS * row.max_total)
        return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"

    def _stored(self) -> Iterator[StoredScore]:
        return stored_scores(self.store, self.book, self.pseudonyms)

    @cached_property
    def learners(self) -> LearnerReports:
        """Makes the pages of learners."""
        from grader.workflows.review_cards import due_questions  # brings the cards' scheduler

        return LearnerReports(
            self.store,
            self.course,
            self.book,
            self.exercises,
            self.language,
            self.now,
            due_questions(self.course, self.store.quiz_memory, lambda: self.now, MOST_CARDS),
            self.pseudonyms,
        )

    def _refuse_anonymous(self, form: Format) -> None:
        if self.nameless:
            raise UsageError(
                Text(f"{form} finds people by their ids", f"{form} 要按学号（id）对应学生"),
                Text("Leave --anonymous out.", "请去掉 --anonymous。"),
            )

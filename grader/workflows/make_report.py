"""The use case `grade report`: a run's scores in whatever form they are taken away, as files to be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.classbook.platform_results import FILE_OF, platform_result
from grader.classbook.reading import RunReading
from grader.domain.errors import UsageError
from grader.domain.text import Text
from grader.reports.csv_text import csv_text
from grader.reports.file_stem import file_stem
from grader.reports.platform_columns import Platform
from grader.reports.report_format import Format
from grader.reports.score_tables import long_rows, wide_rows

PAGES = "learners"
FILLABLE = {
    Format.CANVAS: Platform.CANVAS,
    Format.MOODLE: Platform.MOODLE,
    Format.BRIGHTSPACE: Platform.BRIGHTSPACE,
    Format.BLACKBOARD: Platform.BLACKBOARD,
}


@dataclass(frozen=True)
class ReportFile:
    """A file to write: its name within the folder ("" for the only one) and its content in pieces."""

    name: str
    pieces: Iterable[str | bytes]


@dataclass(frozen=True)
class Reporter:
    """Makes the reports of one run."""

    reading: RunReading

    def whole(self, form: Format) -> ReportFile:
        """The report as one file. Raises UsageError for a form that is a file a person."""
        if form is Format.HTML:
            from grader.reports.class_page import class_page

            return ReportFile("", [class_page(self.reading.report, self.reading.language)])
        if form is Format.CSV:
            return ReportFile("", [csv_text(wide_rows(self.reading.book))])
        if form is Format.CSV_LONG:
            return ReportFile("", [csv_text(long_rows(self.reading.stored()))])
        if form is Format.JSON:
            from grader.reports.report_json import report_json

            return ReportFile(
                "", report_json(self.reading.report, self.reading.stored(), self.reading.language)
            )
        if form is Format.XLSX:
            from grader.reports.xlsx import workbook

            return ReportFile("", [workbook(self.reading.report, self.reading.language)])
        if form is Format.MARKDOWN:
            from grader.reports.markdown import markdown

            return ReportFile("", [markdown(self.reading.report, self.reading.language)])
        if form is Format.JUNIT:
            from grader.reports.junit import junit_xml

            return ReportFile("", junit_xml(self.reading.stored(), self.reading.language))
        if form in FILLABLE:
            from grader.reports.platform_files import platform_file

            self.reading.refuse_anonymous(form)
            return ReportFile("", [platform_file(FILLABLE[form], self.reading.book, self.reading.language)])
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

            links = {
                row.learner.key: f"{PAGES}/{file_stem(row.learner.key)}.html"
                for row in self.reading.book.rows
            }
            yield ReportFile("index.html", [class_page(self.reading.report, self.reading.language, links)])
            for each in self.reading.learners.all():
                yield ReportFile(links[each.key], [learner_page(each, self.reading.language)])
            return
        if form not in FILE_OF:
            raise UsageError(
                Text(f"{form} is one file", f"{form} 是一个文件"),
                Text("Name the file with -o, not a folder.", "请用 -o 指定文件，而不是目录。"),
            )
        for row, results in self.reading.rows():
            name = f"{file_stem(row.learner.key)}/{FILE_OF[form]}"
            yield ReportFile(name, [platform_result(self.reading, form, row, results)])

    def of_learner(self, form: Format, key: str) -> ReportFile:
        """One person's report. Raises UsageError for somebody who is not in the run."""
        row = next(
            (row for row in self.reading.book.rows if key in (row.learner.key, row.learner.name)), None
        )
        if row is None:
            raise UsageError(
                Text(
                    f"nobody in run {self.reading.run.id} is known as {key!r}",
                    f"评阅 {self.reading.run.id} 中没有 {key!r} 这个人",
                ),
                Text("Use a key that the CSV report lists.", "请使用 CSV 报告中列出的编号。"),
            )
        results = self.reading.results_of(row)
        if form is Format.HTML:
            from grader.reports.learner_page import learner_page

            return ReportFile(
                "", [learner_page(self.reading.learners.report(row, results), self.reading.language)]
            )
        if form in FILE_OF:
            return ReportFile("", [platform_result(self.reading, form, row, results)])
        raise UsageError(
            Text(f"{form} is a report of the whole class", f"{form} 是全班的报告"),
            Text("Leave --learner out.", "请去掉 --learner。"),
        )

"""The use case `grade report --fill`: the grade file that a platform exported gets its cells filled."""

from __future__ import annotations

import html
from collections.abc import Mapping
from pathlib import Path

from grader.classbook.reading import RunReading
from grader.domain.errors import UsageError
from grader.domain.system_reason import system_reason
from grader.domain.text import Text
from grader.reports.fill import Filled, fill_file
from grader.reports.fill_targets import TOTAL
from grader.reports.gradebook import GradeRow
from grader.reports.plain_values import points
from grader.reports.report_format import Format
from grader.workflows.make_report import FILLABLE


def fill_grades(
    reading: RunReading,
    form: Format,
    path: Path,
    chosen: Mapping[int, str],
    single: int | None,
    *,
    replaces: bool = False,
) -> Filled:
    """Fill the file at `path`. Raises UsageError for a form that no platform exports, and for an anonymous reading.

    `chosen` names a header by exercise number (0 for the total), `single` the only exercise to fill. `replaces` lets
    marks that are there already be changed.
    """
    if form not in FILLABLE:
        raise UsageError(
            Text(
                f"--fill goes with {', '.join(FILLABLE)}, not with {form}",
                f"--fill 可以与 {'、'.join(FILLABLE)} 一起用，不能与 {form} 一起用",
            ),
            Text("Name the platform with --format.", "请用 --format 指定平台。"),
        )
    reading.refuse_anonymous(form)
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
        reading.book,
        chosen=chosen,
        single=single,
        feedback=lambda row, number: _feedback(reading, row, number),
        replace=replaces,
    )


def _feedback(reading: RunReading, row: GradeRow, number: int) -> str:
    """What a platform's feedback cell gets: HTML, since that is what Moodle takes it for."""
    words = list(reading.learners.words(row, reading.results_of(row)))
    if number != TOTAL:
        lines = [line.text for each in words if each.number == number for line in each.message]
    else:
        lines = [f"{each.number}. {each.title}: {each.score}, {each.verdict}" for each in words]
        lines.append(f"{points(row.total)} / {points(row.max_total)}")
    return "<br>".join(html.escape(line, quote=False) for line in lines)

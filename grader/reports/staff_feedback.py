"""What staff read of one result beside the learner's lines: hidden differences, tracebacks, the log."""

from __future__ import annotations

from dataclasses import dataclass

from grader.domain.result import GradeResult
from grader.reports.lines import Line, Tone


@dataclass(frozen=True)
class StaffFeedback:
    """The lines for staff alone; a type of its own, so that no student's page takes them by accident."""

    lines: tuple[Line, ...]


def staff_feedback(result: GradeResult) -> StaffFeedback:
    """List every difference with its case, the weights' match, the traceback and the log."""
    lines = [
        Line(
            f"seed {result.seed}  confinement {result.confinement}  weights {result.weights or '-'}",
            Tone.QUIET,
        )
    ]
    lines.append(
        Line(f"submission {result.submission_digest[:12]}  course {result.course_digest[:12]}", Tone.QUIET)
    )
    for check in result.checks:
        if check.difference is not None:
            d = check.difference
            lines.append(
                Line(
                    f"{check.name} [{check.case}] {d.kind}: {d.place}: expected {d.expected}, found {d.found}",
                    indent=2,
                )
            )
            if d.message:
                lines.append(Line(d.message, Tone.QUIET, 4))
    if result.failure is not None:
        lines.append(Line(f"{result.failure.verdict}: {result.failure.summary}", Tone.BAD))
        lines += [Line(row, Tone.QUIET, 2) for row in result.failure.traceback.splitlines()]
    if result.log:
        lines.append(Line("log", Tone.TITLE))
        lines += [Line(row, Tone.QUIET, 2) for row in result.log.splitlines()]
    return StaffFeedback(tuple(lines))

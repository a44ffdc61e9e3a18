"""What a report says where a late rule had no time of submission to go by."""

from __future__ import annotations

from collections.abc import Iterator

from grader.domain.policy import Timing
from grader.domain.text import Text
from grader.reports.gradebook import GradeBook

TIMINGS = {
    Timing.UNKNOWN: Text("no time known, late rule not applied", "提交时间未知，未应用迟交规则"),
    Timing.ONLY_LATE: Text("marked late by the platform, time not known", "平台标记为迟交，时间未知"),
}


def timing_words(book: GradeBook) -> Iterator[Text]:
    """A sentence each on scores without a time and on those with a platform's word "late" alone, if there are any."""
    settled = [score.settled for row in book.rows for score in row.scores]
    unknown = sum(each.timing is Timing.UNKNOWN for each in settled)
    late = sum(each.timing is Timing.ONLY_LATE and each.days_late > 0 for each in settled)
    if unknown:
        have, scores = ("have", "scores") if unknown != 1 else ("has", "score")
        yield Text(
            f"{unknown} {scores} {have} no known time of submission: the late rule is not applied to them.",
            f"{unknown} 个成绩的提交时间未知，未应用迟交规则。",
        )
    if late:
        are, hand_ins = ("are", "submissions") if late != 1 else ("is", "submission")
        yield Text(
            f"{late} {hand_ins} {are} marked late by the platform without a time: charged one day, no more.",
            f"{late} 份提交被平台标记为迟交但没有时间：只按一天计。",
        )

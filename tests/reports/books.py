"""A small grade book whose every score a test knows: awkward names, two of one name, each kind of standing."""

from __future__ import annotations

from datetime import UTC, datetime

from grader.domain.policy import Basis, Policy, Settled
from grader.domain.record import Learner
from grader.domain.text import Text
from grader.domain.verdict import Verdict
from grader.reports.gradebook import ExerciseColumn, GradeBook, GradeRow, Score

GRADED = datetime(2026, 10, 3, 16, 0, tzinfo=UTC)
COLUMNS = (
    ExerciseColumn(3, "ex03_feed_forward", Text("FeedForward", "逐位置前馈网络"), 10.0),
    ExerciseColumn(8, "ex08_encoder_layer", Text("EncoderLayer (Pre-LN)", "编码器层"), 10.0),
)
NAMES = {
    "s1": 'O"Brien, Ann',
    "s2": '=HYPERLINK("https://example.org","x")',
    "s3": "李雷",
    "s4": "李雷",
    "s5": "😀 Emoji",
    "s6": "عمر الفاروق",
    "s7": "@SUM(A1)",
    "s8": "-1+1",
    "s9": "Nobody\nTwo lines",
}


def counted(score: float, raw: float | None = None) -> Score:
    """A score that counts; `raw` is what was earned before a late day."""
    late = 0 if raw is None else 1
    earned = score if raw is None else raw
    settled = Settled(Basis.COUNTED, earned, score, 10.0, late, earned - score)
    return Score(Verdict.ACCEPTED if earned == 10 else Verdict.WRONG_ANSWER, settled, GRADED, None, 1)


def standing(kind: Basis, score: float | None = None, why: str = "") -> Score:
    """A score that a rule or a person made."""
    verdict = None if kind is Basis.MISSING else Verdict.WRONG_ANSWER
    return Score(verdict, Settled(kind, 4.0 if verdict else None, score, 10.0, why=why))


SCORES = {
    "s1": (counted(10.0), counted(7.25)),
    "s2": (counted(6.5, 7.5), counted(10.0)),
    "s3": (standing(Basis.EXCUSED), counted(5.0)),
    "s4": (standing(Basis.OVERRIDDEN, 9.0, "=oral exam"), counted(1 / 3)),
    "s5": (standing(Basis.MISSING, 0.0), counted(2.0)),
    "s6": (standing(Basis.PENDING), counted(3.0)),
    "s7": (counted(0.0), counted(0.0)),
    "s8": (counted(10.0), counted(10.0)),
    "s9": (standing(Basis.MISSING, 0.0), standing(Basis.MISSING, 0.0)),
}


def book(*, exercises: int = 2) -> GradeBook:
    """The book with its first one or both exercises."""
    rows = []
    for key, name in NAMES.items():
        scores = SCORES[key][:exercises]
        counting = [score.settled for score in scores if score.settled.score is not None]
        total = sum(settled.score or 0.0 for settled in counting)
        most = sum(settled.max_score for settled in counting)
        rows.append(GradeRow(Learner(key, name, "A", f"{key}@example.org"), scores, total, most))
    return GradeBook(
        "run-1",
        "/class/week 3",
        17,
        GRADED,
        True,
        "0.1.0",
        "c" * 64,
        Policy(),
        COLUMNS[:exercises],
        tuple(rows),
    )

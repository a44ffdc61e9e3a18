"""What a run's results show beyond scores, gathered in one pass: beliefs, crashes, marks a check, examples."""

from __future__ import annotations

import io
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from grader.domain.mark import QuizSession
from grader.domain.record import ClassResult, StoredSource
from grader.domain.result import CheckResult
from grader.domain.submission import SourceKind
from grader.domain.text import Text
from grader.domain.verdict import Verdict
from grader.reports.class_report import CodeLine, Example, LearnerFacts
from grader.source.notebook import code_sources
from grader.source.text import SourceRefused

CRASHES = frozenset((Verdict.RUNTIME_ERROR, Verdict.TIME_LIMIT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT))
NOT_GRADED = frozenset((Verdict.NOT_ATTEMPTED, Verdict.INVALID_SUBMISSION, Verdict.INTERNAL_ERROR))
STUCK_AFTER = 3
QUIZ = 0
_AROUND = 4
_MOST_LINES = 12


@dataclass(frozen=True)
class ExamplePlace:
    """Where an example may be taken from: a submission that shows a belief, and the line that is known."""

    learner: str
    exercise: int
    digest: str
    line: int | None
    stage: Text | None


@dataclass
class CheckMarks:
    """The points of one exercise: a row a person, a column a check; people whose code never ran have zeros."""

    names: list[str] = field(default_factory=list)
    titles: dict[str, Text] = field(default_factory=dict)
    greatest: dict[str, float] = field(default_factory=dict)
    rows: list[dict[str, float] | None] = field(default_factory=list)


@dataclass
class Findings:
    """All that the pass over the results and the sessions has seen; learners are named by their keys."""

    beliefs: dict[str, dict[str, set[int]]] = field(default_factory=dict)
    crashed: dict[str, list[int]] = field(default_factory=dict)
    unreadable: dict[str, list[int]] = field(default_factory=dict)
    void: dict[str, list[int]] = field(default_factory=dict)
    stuck: dict[str, list[int]] = field(default_factory=dict)
    marks: dict[int, CheckMarks] = field(default_factory=dict)
    verdicts: dict[int, Counter[Verdict]] = field(default_factory=dict)
    examples: dict[str, ExamplePlace] = field(default_factory=dict)

    def facts(self) -> Mapping[str, LearnerFacts]:
        """What was seen of each person of whom anything was."""
        keys = {*self.beliefs, *self.crashed, *self.unreadable, *self.void, *self.stuck}
        return {
            key: LearnerFacts(
                {belief: frozenset(places) for belief, places in self.beliefs.get(key, {}).items()},
                tuple(self.crashed.get(key, ())),
                tuple(self.unreadable.get(key, ())),
                tuple(self.void.get(key, ())),
                tuple(self.stuck.get(key, ())),
            )
            for key in keys
        }


def gather(results: Iterable[ClassResult], sessions: Sequence[QuizSession]) -> Findings:
    """Go once over a run's results and its people's quiz sessions."""
    findings = Findings()
    for result in results:
        _take_result(findings, result)
    for session in sessions:
        for answer in session.answers:
            for belief in answer.misconceptions:
                findings.beliefs.setdefault(session.learner, {}).setdefault(belief, set()).add(QUIZ)
    return findings


def _take_result(findings: Findings, result: ClassResult) -> None:
    number, verdict = result.exercise_number, result.verdict
    findings.verdicts.setdefault(number, Counter())[verdict] += 1
    where = {
        Verdict.INVALID_SUBMISSION: findings.unreadable,
        Verdict.PROTOCOL_VIOLATION: findings.void,
        **dict.fromkeys(CRASHES, findings.crashed),
    }.get(verdict)
    if where is not None:
        where.setdefault(result.learner, []).append(number)
    if verdict is not Verdict.ACCEPTED and len(result.attempts) + 1 >= STUCK_AFTER:
        findings.stuck.setdefault(result.learner, []).append(number)
    grade = result.result.grade
    _take_checks(findings.marks.setdefault(number, CheckMarks()), grade.checks, verdict)
    for belief in (found.misconception for found in grade.diagnoses):
        findings.beliefs.setdefault(result.learner, {}).setdefault(belief, set()).add(number)
        _take_example(findings.examples, belief, result)


def _take_checks(marks: CheckMarks, checks: Sequence[CheckResult], verdict: Verdict) -> None:
    if verdict in NOT_GRADED:
        return
    row: dict[str, float] = {}
    for check in checks:
        if check.max_points <= 0:
            continue
        if check.name not in marks.greatest:
            marks.names.append(check.name)
            marks.titles[check.name] = check.title
            marks.greatest[check.name] = check.max_points
        row[check.name] = check.points
    marks.rows.append(row or None)


def _take_example(examples: dict[str, ExamplePlace], belief: str, result: ClassResult) -> None:
    """Keep the first submission that shows the belief, or the first of which the line is known."""
    stage = result.result.grade.first_wrong_stage
    line = stage.line if stage is not None else None
    former = examples.get(belief)
    if result.submission_digest is None or (former is not None and (former.line is not None or line is None)):
        return
    title = stage.stage_title if stage is not None and not stage.stopped else None
    examples[belief] = ExamplePlace(
        result.learner, result.exercise_number, result.submission_digest, line, title
    )


def example_of(
    place: ExamplePlace, read: Callable[[str], StoredSource | None], shown_as: str, *, nameless: bool
) -> Example | None:
    """The lines around the place, or the first lines of code; None where the source cannot be shown.

    `nameless` leaves comments and texts out, where people write their names.
    """
    stored = read(place.digest)
    text = source_text(stored) if stored is not None else None
    if stored is None or text is None:
        return None
    lines = (_without_words(text) if nameless else text).splitlines()
    # a notebook's line counts within its cell, so it cannot be found again here
    line = place.line if stored.kind is SourceKind.PYTHON and (place.line or 0) <= len(lines) else None
    if line is not None:
        chosen = range(max(0, line - 1 - _AROUND), min(len(lines), line + _AROUND))
    else:
        code = [n for n, row in enumerate(lines) if row.startswith(("def ", "class "))]
        first = code[0] if code else 0
        chosen = range(first, min(len(lines), first + _MOST_LINES))
    shown = tuple(CodeLine(n + 1, lines[n][:200], n + 1 == line) for n in chosen)
    return Example(place.exercise, shown_as, shown, place.stage) if shown else None


def _without_words(text: str) -> str:
    """The code with comments gone and texts emptied, line for line; nothing where it cannot be split so."""
    rows = [list(row) for row in text.splitlines()]
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING):
                (top, left), (bottom, right) = token.start, token.end
                for n in range(top - 1, bottom):
                    until = right if n == bottom - 1 else len(rows[n])
                    start = left if n == top - 1 else 0
                    rows[n][start:until] = " " * (until - start)
    except (tokenize.TokenError, SyntaxError, IndexError):
        return ""
    return "\n".join("".join(row).rstrip() for row in rows)


def source_text(stored: StoredSource) -> str | None:
    """The Python of a source, a notebook's code cells one after the other; None for what is neither."""
    text = stored.source.decode("utf-8-sig", "replace")
    if stored.kind is not SourceKind.NOTEBOOK:
        return text
    try:
        return "\n\n".join(code_sources(text, "notebook"))
    except SourceRefused:
        return None

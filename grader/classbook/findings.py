"""What a run's results show beyond scores, gathered in one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from grader.classbook.examples import ExamplePlace
from grader.domain.computation import Computation, ReadStep, Standing
from grader.domain.mark import QuizSession
from grader.domain.record import ClassResult
from grader.domain.result import CheckResult
from grader.domain.text import Text
from grader.domain.verdict import Verdict
from grader.reports.class_report import LearnerFacts

CRASHES = frozenset((Verdict.RUNTIME_ERROR, Verdict.TIME_LIMIT, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT))
NOT_GRADED = frozenset((Verdict.NOT_ATTEMPTED, Verdict.INVALID_SUBMISSION, Verdict.INTERNAL_ERROR))
STUCK_AFTER = 3
QUIZ = 0


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


def _first_deviating(computation: Computation | None) -> ReadStep | None:
    steps = computation.steps if computation is not None else ()
    return next((step for step in steps if step.standing is not Standing.RIGHT), None)


def _take_example(examples: dict[str, ExamplePlace], belief: str, result: ClassResult) -> None:
    """Keep the first submission that shows the belief, or the first of which the line is known."""
    step = _first_deviating(result.result.grade.computation)
    line = step.place.line if step is not None else None
    former = examples.get(belief)
    if result.submission_digest is None or (former is not None and (former.line is not None or line is None)):
        return
    formula = f"{step.name} = {step.formula}" if step is not None and step.formula else None
    examples[belief] = ExamplePlace(
        result.learner, result.exercise_number, result.submission_digest, line, formula
    )

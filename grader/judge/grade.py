"""Grades one observed submission: compares, aligns weights, diagnoses, scores."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.domain.case import Case, Observation, Raised
from grader.domain.computation import Computation, together
from grader.domain.exercise import CheckSpec, Exercise
from grader.domain.fact import Fact
from grader.domain.result import CheckResult, Diagnosis, Failure
from grader.domain.source_problem import SourceNote, SourceRemark
from grader.domain.verdict import Tier, Verdict
from grader.findings.facts import Graded, find_facts, look_steps, result_facts
from grader.judge.alignment import Alignment, Placed, align
from grader.judge.bank import CaseBank, Namespace
from grader.judge.binding import Prepared, bind
from grader.judge.diagnosis import diagnose
from grader.judge.known import Candidate, Known
from grader.judge.marking import Marking, forfeit, in_proportion, overall
from grader.judge.session import OwnSession, Session
from grader.judge.single_precision import SinglePrecision
from grader.protocol.description import Description
from grader.protocol.messages import Programs
from grader.protocol.violation import DATA_FAULTS
from grader.source.lines import Lines
from grader.weights.names import Names
from grader.weights.vocabulary import Vocabulary

if TYPE_CHECKING:
    from grader.explain.describing import Forms
    from grader.judge.explaining import Explainer


@dataclass(frozen=True)
class Judgement:
    """The judge's part of a result."""

    verdict: Verdict
    score: float
    max_score: float
    checks: tuple[CheckResult, ...]
    diagnoses: tuple[Diagnosis, ...]
    failure: Failure | None
    shortcuts: tuple[str, ...]
    weights: str
    alignment: Alignment | None
    seen: Mapping[str, Observation]
    remarks: tuple[SourceNote, ...] = ()


class Judge(ABC):
    """Holds the cases of one exercise for one seed and what our own implementations do on them, for all submissions.

    A subclass says where the cases come from, how a mistake is named, and how far a computation is followed.
    """

    def __init__(
        self,
        exercise: Exercise,
        seed: int,
        cases: tuple[Case, ...],
        heads: int | None,
        names: Names,
        reference: Known,
        misconceptions: Sequence[Known],
        specs: tuple[CheckSpec, ...],
    ) -> None:
        self.exercise = exercise
        self.seed = seed
        self.cases = cases
        self.heads = heads
        self.names = names
        self.reference = reference
        self.misconceptions = misconceptions
        self.specs = specs
        self.precision = self._single_precision()
        self._prepared = Prepared()
        self.marking = Marking(exercise, cases, specs, reference)
        self._proved = False

    @abstractmethod
    def diagnose(self, seen: Mapping[str, Observation], alignment: Alignment | None) -> tuple[Diagnosis, ...]:
        """Name the misconception that these observations (case -> what was seen) equal, if one does."""

    def explain(self, session: Session, forms: Forms, lines: Lines) -> Computation | None:
        """Read the submission's computation back, in the session where it was judged; None where that cannot be.

        `lines` are the learner's.
        """
        return None

    def judge(self, session: Session) -> Judgement:
        """Observe the submission on every case and judge it; one that dies on the way, or takes a shortcut,
        gets no points.

        What cannot be compared because of what the submission sent voids it; what goes wrong without its data is
        ours, and raised.
        """
        try:
            return self._judged(session)
        except DATA_FAULTS as error:
            self._prove()
            session.void(f"what it sent cannot be compared: {type(error).__name__}", traceback.format_exc())
            return self._judged(session)

    def _prove(self) -> None:
        """Judge the reference by itself, once; raises whatever is wrong without any submission."""
        if not self._proved:
            seen = {case.key: self.reference.observe(case) for case in self.cases if not case.slow}
            self.marking.checks(seen, None)
            self.diagnose(seen, None)
            self._proved = True

    def _judged(self, session: Session) -> Judgement:
        candidates = [self.reference, *self.misconceptions]
        alignment = align(
            session, self.cases, candidates, self.heads, self.names, self._prepared, self._observe_reference
        )
        seen = self._observe(session, alignment)
        checks = self.marking.checks(seen, session.failure)
        failing = self.marking.failing(checks, seen)
        rounded = self.precision.excused(failing, seen, session, alignment.pushed if alignment else None)
        if rounded:
            checks = self.marking.checks(seen, session.failure, rounded)
        checks = in_proportion(checks, self.specs)
        verdict = overall(checks)
        if session.shortcuts:
            verdict = Verdict.FORBIDDEN
            checks = tuple(forfeit(result, Verdict.FORBIDDEN) for result in checks)
        if session.failure is not None:
            verdict = session.failure.verdict
            checks = tuple(forfeit(result, verdict) for result in checks)
        full = all(c.verdict is Verdict.ACCEPTED for c in checks if c.tier is not Tier.ADVICE)
        diagnoses = () if full or session.shortcuts or session.failure else self.diagnose(seen, alignment)
        return Judgement(
            verdict=verdict,
            score=round(sum(result.points for result in checks), 6),
            max_score=round(sum(result.max_points for result in checks), 6),
            checks=checks,
            diagnoses=diagnoses,
            failure=session.failure,
            shortcuts=session.shortcuts,
            weights=alignment.note if alignment and self._compares_values() else "",
            alignment=alignment,
            seen=seen,
            remarks=(SourceNote(SourceRemark.SINGLE_PRECISION, 0),)
            if rounded and verdict is Verdict.ACCEPTED
            else (),
        )

    def facts(self, session: Session, judgement: Judgement, lines: Lines) -> tuple[Fact, ...]:
        """What is plainly not as asked; the submission is looked at once more, in the same session."""
        return tuple(result_facts(self._graded(judgement, lines)))

    def _graded(self, judgement: Judgement, lines: Lines) -> Graded:
        reference = {case.key: self.reference.observe(case) for case in self.cases}
        entries, checks = self.exercise.entries, judgement.checks
        return Graded(self.cases, entries, checks, judgement.seen, reference, lines)

    def expect(self, like: Alignment | None) -> None:
        """Make ready what a submission will be asked that is laid out like the one of this alignment."""
        if like is not None:
            like.expect(self.cases, self.reference, self._prepared)

    def preparing(self) -> Iterator[None]:
        """Observe the reference, then each misconception, on all cases: a step each, so that no submission
        waits for it.
        """
        for candidate in (self.reference, *self.misconceptions):
            for case in self.cases:
                candidate.observe(case)
            yield

    def _compares_values(self) -> bool:
        return any(case.aligns and not case.evidence for case in self.cases)

    def _observe(self, session: Session, alignment: Alignment | None) -> dict[str, Observation]:
        # observed once for all cases that have them
        shared = {id(case.steps): case.steps for case in self.cases}
        seen = dict(alignment.ahead(self.cases)) if alignment else {}
        left = {key: steps for key, steps in shared.items() if key not in seen}
        if left:
            programs = (
                Programs([bind(steps, alignment.pushed) for steps in left.values()])
                if alignment
                else self._prepared.programs(None, left.values)
            )
            seen |= zip(left, session.observe(programs, self._observe_reference), strict=False)
        return {case.key: seen[id(case.steps)] for case in self.cases if id(case.steps) in seen}

    def _observe_reference(self) -> None:
        for case in self.cases:
            self.reference.observe(case)

    def _single_precision(self) -> SinglePrecision:
        return SinglePrecision(self.reference)


class ReferenceJudge(Judge):
    """Judges by the reference itself, on freshly drawn cases.

    `slow` False leaves out the cases that train a model; what they check is then not judged at all.
    """

    def __init__(
        self, exercise: Exercise, bank: CaseBank, seed: int, vocabulary: Vocabulary, *, slow: bool = True
    ) -> None:
        self.bank = bank
        listed = [*bank.misconceptions.items(), *bank.variants]
        self.candidates = [Candidate((i,), space, bank.props) for i, space in listed]
        super().__init__(
            exercise,
            seed,
            cases=tuple(case for case in bank.cases(seed) if slow or not case.slow),
            heads=bank.heads,
            names=Names(vocabulary),
            reference=Candidate((), bank.solution, bank.props),
            misconceptions=self.candidates,
            specs=exercise.checks,
        )
        self._explainers: list[Explainer] | None = None
        self._combinations: list[Candidate] | None = None
        self._tiers = {spec.name: spec.tier for spec in exercise.checks}

    def _single_precision(self) -> SinglePrecision:
        narrow = Candidate((), self.bank.solution, self.bank.props)
        return SinglePrecision(self.reference, narrow.observe)

    def own_session(self, namespace: Namespace) -> OwnSession:
        """A session over an implementation of ours, which is called with this exercise's props."""
        return OwnSession(namespace, self.bank.props)

    def facts(self, session: Session, judgement: Judgement, lines: Lines) -> tuple[Fact, ...]:
        """What is plainly not as asked, the module's parameters and the arguments' defaults among it."""
        look = Case("", look_steps(self.cases, self.exercise.entries), name="look")
        seen = session.observe([look.steps])
        graded = self._graded(judgement, lines)
        return find_facts(graded, seen[0] if seen else {}, self.reference.observe(look))

    def explain(self, session: Session, forms: Forms, lines: Lines) -> Computation | None:
        """Read the computation back where the exercise says what is asked, of every entry that deviates."""
        read = [explainer.explain(session, forms, lines) for explainer in self._made_explainers()]
        return together([computation for computation in read if computation is not None])

    def preparing(self) -> Iterator[None]:
        """Observe everything of ours, then make ready what reads computations back."""
        yield from super().preparing()
        if self._made_explainers():
            yield

    def _made_explainers(self) -> Sequence[Explainer]:
        """What reads computations back: imported for the first wrong submission, since a right one needs none."""
        if self._explainers is None:
            from grader.judge.explaining import Explainer

            asked = self.bank.computations()
            self._explainers = [
                Explainer(each, self.bank.number, self.seed, self.exercise.entries) for each in asked
            ]
        return self._explainers

    def diagnose(self, seen: Mapping[str, Observation], alignment: Alignment | None) -> tuple[Diagnosis, ...]:
        """Name the misconception that these observations equal, if one does."""
        values = alignment is None or alignment.placed is not Placed.UNMATCHED
        found = diagnose(
            self.cases,
            self._tiers,
            seen,
            self.reference,
            self.misconceptions,
            self._products(),
            values=True,
        )
        if found or values:
            return found
        same = [c for c in self.misconceptions if alignment and self._same_roles(c, alignment)]
        return diagnose(self.cases, self._tiers, seen, self.reference, same, (), values=False)

    def _same_roles(self, candidate: Known, alignment: Alignment) -> bool:
        """Whether the submission registers as many parameters
        as a candidate whose own differ from the reference's.
        """
        build = next(case for case in self.cases if case.aligns).builds[0]
        found = alignment.describe(build)
        rows = found.parameters if isinstance(found, Description) else ()
        mine = sorted(row.shape for row in rows if row.path == row.same_as)
        theirs = sorted(candidate.roles(build).values())
        return mine == theirs and theirs != sorted(self.reference.roles(build).values())

    def _products(self) -> Iterator[Known]:
        """Products of faults, made lazily and kept."""
        if self._combinations is None:
            self._combinations = [
                Candidate(ids, space, self.bank.props) for ids, space in self.bank.combinations()
            ]
        yield from self._combinations


def _stop(seen: Sequence[Observation]) -> Raised | None:
    """The exception that ended the traced call in the learner's own lines, if one did."""
    values = seen[0].values() if seen else ()
    return next((value for value in values if isinstance(value, Raised) and value.line), None)

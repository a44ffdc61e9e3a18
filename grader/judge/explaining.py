"""Has a wrong submission's computation read back: recorded on two draws, held against what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from torch import Tensor

from grader.authoring.draw import Draw, RandomWeights, derived_seed
from grader.domain.case import Build, Call, Case, Step
from grader.domain.computation import Computation
from grader.domain.exercise import Entry
from grader.domain.graph import Graph
from grader.explain.describing import NO_LINES, Forms, describe
from grader.explain.explain import Way, has_dropout, understand, ways
from grader.judge.bank import AskedComputation
from grader.judge.session import Session
from grader.protocol.description import Description
from grader.source.lines import Lines

TINY = 1e-3
"""By how much the last tokens of the second draw are smaller: an eps shows where the variance is small."""


@dataclass
class Explainer:
    """Explains the submissions of one exercise and one seed; what is asked is made once."""

    asked: AskedComputation
    number: int
    seed: int
    entries: Sequence[Entry]
    _ways: tuple[Way, ...] = ()

    def explain(self, session: Session, forms: Forms, lines: Lines = NO_LINES) -> Computation | None:
        """What the submission with these lines computes; None where nothing was recorded."""
        if not self._ways:
            self._ways = ways(self.asked.right, self.asked.wrong)
        seeds = [derived_seed(self.seed, f"reading {i}") for i in range(2)]
        first, second = (self.asked.case(Draw(seed, self.number)) for seed in seeds)
        programs = [self._bound(session, first, 0), self._bound(session, _with_small_tokens(second), 1)]
        if any(has_dropout(way) for way in self._ways):
            programs += [_in_training(steps) for steps in programs]
        graphs = session.graphs(programs)
        if len(graphs) < len(programs) or not graphs[0].nodes:
            return None
        names = self._names(first)
        drawn = zip((first, second), programs, strict=False)
        known = tuple(self.asked.known(replace(case, steps=steps)) for case, steps in drawn)
        found = understand(graphs[0], graphs[1], self._ways, names, known=known)
        if found is None:
            return None
        trained = None
        if len(graphs) > 2 and found.confirmed and _tells(graphs[2]):
            trained = understand(graphs[2], graphs[3], (found.way,), names, training=True)
        sure = trained if trained is not None and trained.confirmed else None
        return describe(found, forms, names, sure, lines)

    def _bound(self, session: Session, case: Case, draw: int) -> tuple[Step, ...]:
        """The case's steps with random weights for the submission's own parameters, whatever they are called."""
        steps: list[Step] = []
        for step in case.steps:
            if isinstance(step, Build) and step.weights is not None:
                described = session.describe([replace(step, weights=None)])
                found = described[0] if described else None
                rows = found.parameters if isinstance(found, Description) else ()
                rule = RandomWeights(derived_seed(self.seed, f"weights {draw}"))
                state = {row.path: rule(row.path, row.shape) for row in rows if row.path == row.same_as}
                step = replace(step, weights=None, state=state)
            steps.append(step)
        return tuple(steps)

    def _names(self, case: Case) -> dict[str, str]:
        """The contract's name of each positional argument of the call."""
        call = next(step for step in case.steps if isinstance(step, Call))
        built = next((step.entry for step in case.steps if isinstance(step, Build)), call.target)
        entry = next((e for e in self.entries if e.name == built), self.entries[0])
        named = (entry.forward or entry.parameters) if call.on else entry.parameters
        return {str(place): name for place, name in enumerate(named)}


def _tells(graph: Graph) -> bool:
    """Whether a call made no NaN on the way: in NaN nothing shows where a dropout stands."""
    values = [node.value for node in graph.nodes if node.value is not None and node.value.is_floating_point()]
    return not any(bool(value.isnan().any()) for value in values)


def _in_training(steps: Sequence[Step]) -> tuple[Step, ...]:
    return tuple(replace(step, train=True) if isinstance(step, Call) else step for step in steps)


def _with_small_tokens(case: Case) -> Case:
    steps = []
    for step in case.steps:
        if isinstance(step, Call):
            small = {name: _small(value) for name, value in step.kwargs.items()}
            step = replace(step, args=tuple(_small(value) for value in step.args), kwargs=small)
        steps.append(step)
    return replace(case, steps=tuple(steps))


def _small(value: object) -> object:
    if not isinstance(value, Tensor) or not value.is_floating_point() or value.dim() < 3:
        return value
    changed = value.clone()
    changed[..., -1, :] *= TINY
    return changed

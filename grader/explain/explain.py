"""From the graphs of a submission to what it computes, step by step beside the asked computation."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from torch import Tensor

from grader.authoring.computation import Asked, Outputs, in_eval
from grader.domain.graph import Graph
from grader.explain.confirming import Confirmation
from grader.explain.match import Match, every
from grader.explain.readers import name
from grader.explain.reading import Reading, bijective
from grader.explain.unify import Unifier
from grader.explain.value import Value

Ask = Callable[[], "Asked | Outputs"]


BUDGETS = (1.0, 2.2, 3.4, 5.0, 8.0, 13.0, 40.0)
"""How much may deviate, tried one after the other: nearly all that people write is found with the first ones."""
WRONG_WAY = 0.95
READING_SECONDS = 0.2
"""Processor time for one reading: what has no name by then is told as far as it is."""


@dataclass(frozen=True)
class Way:
    """One computation to compare with: a right one (no id), or one that a misconception stands for as a whole."""

    outputs: tuple[Asked, ...]
    misconception: str = ""


@dataclass(frozen=True)
class Understood:
    """A reading, the way that it comes nearest to, and the match; `loose` where some steps could not be confirmed."""

    reading: Reading
    way: Way
    root: Asked
    match: Match
    confirmed: bool
    training: bool = False
    loose: bool = False

    @property
    def complete(self) -> bool:
        """Whether the reading came as far as what is returned: a call may stop, or the time be up."""
        outputs = self.reading.graph.outputs
        return bool(outputs) and all(self.reading.ref(number) is not None for _, number in outputs)


def ways(right: Sequence[Ask], wrong: Mapping[str, Ask]) -> tuple[Way, ...]:
    """The computations of an exercise, right ones first."""
    return (
        *(Way(_outputs(ask())) for ask in right),
        *(Way(_outputs(ask()), name) for name, ask in wrong.items()),
    )


def _outputs(asked: Asked | Outputs) -> tuple[Asked, ...]:
    return asked.items if isinstance(asked, Outputs) else (asked,)


def _returned(reading: Reading, number: int) -> Value | None:
    """What a call returns: an explained value, rearranged where its entries stand in other places than its own."""
    ref = reading.ref(number)
    if ref is None or ref.full or not bijective(ref) or ref.index.shape != ref.value.canon.shape:
        return None if ref is None else ref.value
    return reading.values.make("arrange", (ref.value,), {}, number, data=(ref.index.contiguous(),))


def has_dropout(way: Way) -> bool:
    """Whether the computation asks for dropout, so that a pass in training mode tells something."""
    return any(value.part == "dropout" for output in way.outputs for value in every(output))


def understand(
    first: Graph,
    second: Graph | None,
    candidates: Sequence[Way],
    names: Mapping[str, str],
    *,
    known: Sequence[Mapping[str, Tensor]] = (),
    training: bool = False,
) -> Understood | None:
    """Read the first graph, hold the reading against the second, and compare it with every way.

    `known` is what the course knows of either draw, by the names that `known(...)` is asked for.
    In `training` the dropouts of the asked computation are asked for; in eval mode there are none.
    """
    asked = frozenset(value.part for way in candidates for output in way.outputs for value in every(output))
    told = known or ({}, {})
    reading = Reading(first, time.process_time() + READING_SECONDS, told[0], asked).read(name)
    confirmation = Confirmation(reading, second, told[1]) if second is not None else None
    confirmed = confirmation is not None and confirmation.first_wrong() is None

    def inputs(value: Value) -> str:
        return names.get(value.facets["name"], str(value.facets["name"]))

    roots = [(way, Asked("outputs", way.outputs)) for way in candidates]
    if not training:
        roots = [(way, in_eval(root)) for way, root in roots]
    unifiers = [(way, root, Unifier(inputs, root)) for way, root in roots]
    read = [value for _, n in first.outputs if (value := _returned(reading, n)) is not None]
    if not read or len(read) < len(first.outputs):
        way, root, unifier = unifiers[0]
        partly = unifier.as_far_as_it_goes([ref.value for ref in reading.refs if ref is not None])
        return Understood(reading, way, root, partly, confirmed, training) if partly.pairs else None
    for budget in BUDGETS:
        best, least = None, budget
        for way, root, unifier in unifiers:
            surcharge = WRONG_WAY if way.misconception else 0.0
            match = unifier.all(read, root.args, least - surcharge)
            if match is not None and match.cost + surcharge < least:
                best, least = (
                    Understood(reading, way, root, match, confirmed, training),
                    match.cost + surcharge,
                )
        if best is not None:
            return replace(best, loose=confirmation is not None and confirmation.loose)
    return None

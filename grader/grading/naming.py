"""Which misconceptions a result names: those of the whole program, else those of single steps of its computation."""

from __future__ import annotations

from grader.domain.computation import Computation
from grader.domain.result import Diagnosis


def settled(
    diagnoses: tuple[Diagnosis, ...], computation: Computation | None, *, by_values: bool
) -> tuple[Diagnosis, ...]:
    """Return what is named. A program that equals a mistake in all its values is that mistake; one that is only alike
    in what needs no values (`by_values` False) is named by its steps, where they were all read.
    """
    if computation is None or (diagnoses and (by_values or not computation.whole)):
        return diagnoses
    return named_by_steps(computation)


def named_by_steps(computation: Computation) -> tuple[Diagnosis, ...]:
    """Each misconception that a step stands for once, in the order of the computation, with its place."""
    found: dict[str, Diagnosis] = {}
    for each in computation.deviations:
        known = found.get(each.misconception)
        placed = known is not None and known.place is not None and known.place.line is not None
        if each.misconception and not placed:
            found[each.misconception] = Diagnosis(
                each.misconception, 0.0, None, 0, place=each.place, formula=each.found, asked=each.asked
            )
    return tuple(found.values())

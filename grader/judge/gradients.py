"""Says of a wrong gradient that it is none at all: which inputs of a call no gradient reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from torch import Tensor

from grader.domain.case import Build, Call, Case, Observation
from grader.domain.exercise import Entry
from grader.domain.result import PARAMETERS, Difference, DifferenceKind


def tell_lost(
    difference: Difference, case: Case, seen: Observation, reference: Observation, entries: Sequence[Entry]
) -> Difference:
    """The same difference, or what no gradient reaches where that explains it.

    Only for values that are no outputs: where these differ too, they come first.
    """
    if difference.kind is not DifferenceKind.VALUE or ".out" in difference.place:
        return difference
    for step in case.steps:
        lost = tuple(_lost(step, case, seen, reference, entries)) if isinstance(step, Call) else ()
        if lost:
            return replace(
                difference,
                kind=DifferenceKind.NO_GRADIENT,
                found=", ".join(lost),
                expected="a gradient",
                largest=None,
            )
    return difference


def _lost(
    step: Call, case: Case, seen: Observation, reference: Observation, entries: Sequence[Entry]
) -> Iterator[str]:
    """The names of what gets zeros alone from this call, and more than these from the right one."""
    for label in step.grad:
        found, wanted = (each.get(f"{step.name}.grad.{label}") for each in (seen, reference))
        if not (isinstance(found, Tensor) and isinstance(wanted, Tensor) and wanted.numel()):
            continue
        if not bool(found.any()) and float(wanted.abs().max()) > case.tolerance:
            name = _name(label, step, case, entries)
            if name:
                yield name


def _name(label: str, step: Call, case: Case, entries: Sequence[Entry]) -> str:
    """What the contract calls the input with this label; "" if it is not known."""
    if label == PARAMETERS or not label.isdigit():
        return label.removeprefix("at ")
    built = {each.name: each.entry for each in case.steps if isinstance(each, Build)}
    wanted = built.get(step.on, "") if step.on else step.target
    entry = next((each for each in entries if each.name == wanted), None)
    names = () if entry is None else entry.parameters if not step.on else entry.forward
    return names[int(label)] if int(label) < len(names) and not (step.on and step.target) else ""

"""One case, one observation: what of it is compared with the reference's."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from torch import Tensor

from grader.domain.case import Build, Call, Case, Observation, Value
from grader.domain.exercise import Entry
from grader.domain.result import PARAMETERS, Difference, DifferenceKind
from grader.judge.comparison import Comparison, compare, form_of, signature
from grader.protocol.violation import DATA_FAULTS

FORM_ENTRIES_LIMIT = 4096
"""Entries of a tensor that `derive` may get in another shape than the reference's: two that broadcast against each
other make the square of it.
"""


def check(
    case: Case,
    raw: Observation,
    reference: Observation,
    derived: Callable[[Case], Observation] | None = None,
) -> Comparison:
    """Compare an observation with the reference's, derived where it has the reference's types and shapes.

    `derived` gives what the case derives of the reference, where somebody has kept it.

    `derive` is our code and trusts the form of what it gets, so it never sees an observation of another form,
    unless the case says `any_form`; a form that it cannot take even so is a difference. Whether an argument was
    changed in place, or a result has a graph, counts only where a case derives it: a value check speaks of values.
    """
    if case.expected is not None:
        found = _derive(case, raw, reference)
        if found is None:
            return _another_form(case, raw, reference)
        return compare(case.expected, found, case.tolerance, exact_dtype=case.exact_dtype)
    if case.derive is None:
        return compare(_results(reference), _results(raw), case.tolerance, exact_dtype=case.exact_dtype)
    if not (case.any_form or signature(raw) == signature(reference)):
        difference = _of_form(raw, reference, signature, exact_dtype=case.exact_dtype)
        if difference is not None:
            return Comparison(difference)
        same = compare(_results(reference), _results(raw), case.tolerance, exact_dtype=case.exact_dtype)
        if same.difference is None:
            return same  # whole numbers as floats, say: the very values, in another kind of dtype
        difference = _of_form(raw, reference, signature, exact_dtype=True)
        if difference is not None:
            return Comparison(difference)
    found = _derive(case, raw, reference)
    if found is None:
        return _another_form(case, raw, reference)
    wanted = derived(case) if derived is not None else case.derive(reference)
    return compare(wanted, found, case.tolerance, exact_dtype=case.exact_dtype)


def _derive(case: Case, raw: Observation, reference: Observation) -> Observation | None:
    """What the case derives of an observation; None where its form is another one and derive cannot take it, or
    it holds what is no number.
    """
    if case.derive is None:
        return raw
    if any(_entries(value) > FORM_ENTRIES_LIMIT for value in raw.values()) and not _same_form(raw, reference):
        return None
    try:
        return case.derive(raw)
    except DATA_FAULTS:
        if _same_form(raw, reference) and not any(map(_has_no_number, raw.values())):
            raise  # whose fault that is, the judge finds out
        return None


def _same_form(raw: Observation, reference: Observation) -> bool:
    return form_of(raw) == form_of(reference)


def _entries(value: Value) -> int:
    """The entries of the largest tensor in a value."""
    if isinstance(value, Tensor):
        return value.numel()
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else ()
    return max(map(_entries, inner), default=0)


def _has_no_number(value: Value) -> bool:
    """Whether a NaN or an infinity is in a value."""
    if isinstance(value, Tensor):
        return value.device.type == "cpu" and not bool(value.isfinite().all())
    if isinstance(value, float):
        return not math.isfinite(value)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else ()
    return any(map(_has_no_number, inner))


def _another_form(case: Case, raw: Observation, reference: Observation) -> Comparison:
    for exact in (case.exact_dtype, True):
        difference = _of_form(raw, reference, form_of, exact_dtype=exact)
        if difference is not None:
            return Comparison(difference)
    names = [n for n in {**reference, **raw} if _part(reference, n, form_of) != _part(raw, n, form_of)]
    if not names:  # the form is right, and what stands in it is no number
        place = next((n for n, value in raw.items() if _has_no_number(value)), "")
        return Comparison(Difference(DifferenceKind.NOT_FINITE, place, "a number", "none"))
    wanted, found = _part(reference, names[0], form_of), _part(raw, names[0], form_of)
    return Comparison(Difference(DifferenceKind.TYPE, names[0], wanted, found))


def _of_form(
    raw: Observation, reference: Observation, form: Callable[[Observation], str], *, exact_dtype: bool
) -> Difference | None:
    """The first difference among what has another form. A tolerance is meant for what a case derives, so that no
    raw value counts against it.
    """
    names = [n for n in {**reference, **raw} if _part(reference, n, form) != _part(raw, n, form)]
    wanted = {n: reference[n] for n in names if n in reference}
    found = {n: raw[n] for n in names if n in raw}
    return compare(wanted, found, math.inf, exact_dtype=exact_dtype).difference


def _part(observation: Observation, name: str, form: Callable[[Observation], str]) -> str:
    return form({name: observation[name]}) if name in observation else ""


def fingerprint(case: Case, raw: Observation, reference: Observation) -> Observation:
    """What two implementations must share in this case to be taken for the same: values, or only their form
    where it is wrong.
    """
    if case.derive is None:
        return _results(raw)
    form = signature(raw)
    if not case.any_form and form != signature(reference):
        return {"form": form}
    found = _derive(case, raw, reference)
    return {"form": form_of(raw)} if found is None else found


def _results(raw: Observation) -> Observation:
    return {name: value for name, value in raw.items() if not name.endswith((".mutated", ".differentiable"))}


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

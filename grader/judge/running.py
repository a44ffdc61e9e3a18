"""Runs cases over an implementation: binds weights to its own parameter names and derives what is compared."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from torch import Tensor

from grader.authoring.draw import RandomWeights, derived_seed
from grader.domain.case import Build, Call, Case, Observation, Raised, Step
from grader.domain.result import Difference, DifferenceKind
from grader.domain.text import Text
from grader.judge.bank import Namespace
from grader.judge.comparison import Comparison, compare, form_of, signature
from grader.judge.known import Roles, RoleTensors
from grader.observer.observe import describe, observe

UNTAKEN = (AttributeError, IndexError, KeyError, RuntimeError, TypeError, ValueError)
"""What `derive` raises where an observation has a form that it does not expect."""

Pushed = Callable[[Build, bool], tuple[Mapping[str, Tensor], Mapping[str, Tensor]] | None]
"""Build, and whether the direction is wanted -> (state, direction) by the implementation's own paths, or None
where nothing can be pushed.
"""


class Candidate:
    """One of our own implementations (the reference or a misconception) with its roles and observations, each
    made once.
    """

    def __init__(self, ids: tuple[str, ...], namespace: Namespace) -> None:
        self.ids = ids
        self.namespace = namespace
        self.detail: Text | None = namespace.get("DETAIL")
        self._roles: dict[str, Roles] = {}
        self._raw: dict[str, Observation] = {}
        self._weights: dict[int, tuple[Build, RoleTensors]] = {}

    def roles(self, build: Build) -> Roles:
        """Parameter paths and shapes of the entry built with these arguments (a shared tensor once); {} if it
        cannot be built.
        """
        key = build_key(build)
        if key not in self._roles:
            found = describe(self.namespace, build)
            rows = () if isinstance(found, Raised) else found["parameters"]
            self._roles[key] = {path: shape for path, shape, _, _, same in rows if path == same}
        return self._roles[key]

    def weights(self, build: Build) -> RoleTensors:
        """Role tensors for this build, and the direction of its parameter derivative; drawn once."""
        if id(build) not in self._weights:  # the build is kept beside them, so that its id stays its own
            self._weights[id(build)] = build, role_tensors(build, self.roles(build))
        return self._weights[id(build)][1]

    def observe(self, case: Case) -> Observation:
        """The raw observation of `case` on this implementation; nothing for a slow case, which nobody waits
        for.
        """
        if case.slow:
            return {}
        if case.key not in self._raw:
            self._raw[case.key] = observe(
                self.namespace, bind(case.steps, lambda build, _: self.weights(build))
            )
        return self._raw[case.key]


def build_key(build: Build) -> str:
    """What tells one constructed module from another: its entry and its arguments."""
    return f"{build.entry} {dict(build.kwargs)}"


def role_tensors(build: Build, roles: Roles) -> RoleTensors:
    """Weights and direction for `roles` by the build's rule; the same role and shape always get the same
    values.
    """
    assert build.weights is not None
    rule = build.weights
    along = RandomWeights(derived_seed(getattr(rule, "seed", 0), "direction"))
    state = {role: rule(role, shape) for role, shape in roles.items()}
    return state, {role: along(role, shape) for role, shape in roles.items()}


def bind(steps: Sequence[Step], pushed: Pushed) -> tuple[Step, ...]:
    """Replace each build's weight rule by the tensors that `pushed` gives for it.

    The direction goes along only where a call takes the derivative by parameters.
    """
    bound: list[Step] = []
    steered = {step.on for step in steps if isinstance(step, Call) and "parameters" in step.grad}
    for step in steps:
        if isinstance(step, Build) and step.weights is not None:
            found = pushed(step, step.name in steered)
            state, direction = found if found is not None else ({}, {})
            step = replace(step, weights=None, state=dict(state), direction=dict(direction))
        bound.append(step)
    return tuple(bound)


def check(
    case: Case,
    raw: Observation,
    reference: Observation,
    derived: Callable[[Case], Observation] | None = None,
) -> Comparison:
    """Compare an observation with the reference's, derived where it has the reference's types and shapes.

    `derived` gives what the case derives of the reference, where somebody has kept it.

    `derive` is our code and trusts the form of what it gets, so it never sees an observation of another form,
    unless the case says `any_form`; a form that it cannot take even so is a difference. Whether an argument
    was changed in place, or a result has a graph, counts only where a case derives it: a value check speaks
    of values.
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
    """What the case derives of an observation; None where its form is another one and derive cannot take it."""
    try:
        return case.derive(raw) if case.derive is not None else raw
    except UNTAKEN:
        if form_of(raw) == form_of(reference):
            raise  # the fault is ours
        return None


def _another_form(case: Case, raw: Observation, reference: Observation) -> Comparison:
    for exact in (case.exact_dtype, True):
        difference = _of_form(raw, reference, form_of, exact_dtype=exact)
        if difference is not None:
            return Comparison(difference)
    name = next(n for n in reference if _part(reference, n, form_of) != _part(raw, n, form_of))
    return Comparison(
        Difference(DifferenceKind.TYPE, name, _part(reference, name, form_of), _part(raw, name, form_of))
    )


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

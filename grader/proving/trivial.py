"""Programs that do nothing, made from the contract: the right names around no work.

They say which checks can be passed by doing nothing; such a check pays only in proportion to the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from grader.domain.case import Case, Observation
from grader.judge.bank import Namespace
from grader.judge.known import Candidate
from grader.observer.probes import Props

Fill = Callable[[Tensor, Sequence[Tensor]], Tensor]
"""A tensor of the returned form, and what tensors there are (arguments, then parameters) -> the same form."""

MOST_SOURCES = 4
"""So many arguments and parameters, each in its turn, are returned as they came."""


@dataclass(frozen=True)
class Nothing:
    """One way to do nothing: what stands in the place of each returned tensor, and of each whole number."""

    name: str
    fill: Fill
    number: int = 0


def passed_by_doing_nothing(
    cases: Sequence[Case],
    entries: Namespace,
    props: Props,
    own: Sequence[Namespace],
    passes: Callable[[Case, Observation], bool],
) -> Mapping[str, str]:
    """Each check that a trivial program passes (check -> what the first such program does).

    `entries` are the reference's; `own` are trivial programs that the course adds. Cases that train are left out:
    who does nothing learns nothing. `passes` says whether an observation of a case passes.
    """
    judged = [case for case in cases if not case.evidence and not case.slow]
    recorded = Recorded(entries, props)
    programs: list[tuple[str, Callable[[Case], Observation]]] = [
        (way.name, Idle(way, recorded).observe) for way in ways()
    ]
    programs += [("a program of the course", Candidate((), space, props).observe) for space in own]
    found: dict[str, str] = {}
    for name, observe in programs:
        open_checks = {case.check for case in judged} - set(found)
        failed: set[str] = set()
        for case in judged:
            if case.check in open_checks - failed and not passes(case, observe(case)):
                failed.add(case.check)
        found |= dict.fromkeys(sorted(open_checks - failed), name)
    return found


def ways() -> Iterator[Nothing]:
    """The ways to do nothing: constants, what came in, what is there, and what only looks like work."""
    yield Nothing("zeros", lambda like, _: torch.zeros_like(like))
    yield Nothing("ones", lambda like, _: torch.ones_like(like), number=1)
    yield Nothing("even shares", lambda like, _: _even(like))
    yield Nothing("zero times everything", _zero_times_everything)
    yield Nothing("tanh of the input", lambda like, given: _shaped(like, given[:1], torch.tanh))
    for place in range(MOST_SOURCES):
        yield Nothing(f"argument {place + 1}", _returning(place), number=place)
    for place in range(1, MOST_SOURCES + 1):
        yield Nothing(f"parameter {place} from the end", _returning(-place))


class Recorded:
    """What the right entries return in each case, call by call."""

    def __init__(self, entries: Namespace, props: Props) -> None:
        self.entries = entries
        self.props = props
        self._forms: dict[str, list[Any]] = {}

    def of(self, case: Case) -> Sequence[Any]:
        """The forms of one case, recorded once; None where the right entry refuses."""
        if case.key not in self._forms:
            forms = self._forms[case.key] = []
            watched = {name: _wrapped(entry, _recording(forms)) for name, entry in self.entries.items()}
            Candidate((), watched, self.props).observe(case)
        return self._forms[case.key]


class Idle:
    """An implementation that does nothing in one way, in the forms that were recorded."""

    def __init__(self, way: Nothing, recorded: Recorded) -> None:
        self.way = way
        self.recorded = recorded

    def observe(self, case: Case) -> Observation:
        """The raw observation of a quick case."""
        fill = _filling(self.recorded.of(case), self.way)
        idle = {name: _wrapped(entry, fill) for name, entry in self.recorded.entries.items()}
        return Candidate((), idle, self.recorded.props).observe(case)


Replacement = Callable[[Callable[[], Any], Sequence[Tensor]], Any]
"""(the call itself, the tensors at hand) -> what is returned instead."""


def _recording(forms: list[Any]) -> Replacement:
    """Let each call happen and keep what it returned: None where it raised."""

    def call(run: Callable[[], Any], _: Sequence[Tensor]) -> Any:
        forms.append(None)
        place = len(forms) - 1
        out = run()
        del forms[place + 1 :]  # calls of one entry by another
        forms[place] = out
        return out

    return call


def _filling(forms: Sequence[Any], way: Nothing) -> Replacement:
    """Give the forms one after the other, filled; where the right one refused, the first tensor is the form."""
    left = iter(forms)

    def call(_: Callable[[], Any], given: Sequence[Tensor]) -> Any:
        form = next(left, None)
        return _filled(next(iter(given), None) if form is None else form, way, given)

    return call


def _wrapped(entry: Any, replacement: Replacement) -> Any:
    """A function with its calls replaced, or a constructor whose modules have theirs replaced."""

    def build(*args: Any, **kwargs: Any) -> Any:
        try:
            return _with_methods(entry(*args, **kwargs), replacement)
        except Exception:  # noqa: BLE001 - who does nothing refuses nothing
            return nn.Module()

    def call(*args: Any, **kwargs: Any) -> Any:
        given = [v for v in (*args, *kwargs.values()) if isinstance(v, Tensor)]
        out = replacement(lambda: entry(*args, **kwargs), given)
        return _with_methods(out, replacement) if isinstance(out, nn.Module) else out

    return build if isinstance(entry, type) else call


def _with_methods(module: nn.Module, replacement: Replacement) -> nn.Module:
    """The module with the calls of its public methods replaced; changed in place."""

    def replaced(method: Callable[..., Any]) -> Callable[..., Any]:
        def run(self: nn.Module, *args: Any, **kwargs: Any) -> Any:
            given = [v for v in (*args, *kwargs.values()) if isinstance(v, Tensor)]
            return replacement(lambda: method(self, *args, **kwargs), [*given, *self.parameters()])

        return run

    public = {
        n: member for n, member in vars(type(module)).items() if not n.startswith("_") and callable(member)
    }
    methods = {name: replaced(member) for name, member in public.items()}
    module.__class__ = type(type(module).__name__, (type(module),), methods)
    return module


def _even(like: Tensor) -> Tensor:
    """like: [..., N]; one N-th everywhere, so that rows sum to one."""
    share = 1 / max(1, like.shape[-1] if like.dim() else 1)
    return torch.full_like(like, share) if like.is_floating_point() else torch.ones_like(like)


def _zero_times_everything(like: Tensor, given: Sequence[Tensor]) -> Tensor:
    """Zeros with a graph that reaches every argument and parameter."""
    if not like.is_floating_point():
        return torch.zeros_like(like)
    reached = [t.to(like.dtype).sum() * 0 for t in given if t.is_floating_point() and t.device == like.device]
    return torch.zeros_like(like) + sum(reached, torch.zeros((), dtype=like.dtype, device=like.device))


def _returning(place: int) -> Fill:
    def fill(like: Tensor, given: Sequence[Tensor]) -> Tensor:
        """The tensor at `place` where it can take the form, else zeros."""
        there = -len(given) <= place < len(given)
        return _shaped(like, [given[place]] if there else [], lambda t: t)

    return fill


def _shaped(like: Tensor, given: Sequence[Tensor], change: Callable[[Tensor], Tensor]) -> Tensor:
    """What `change` makes of the given tensor, broadcast to the form, or cut to it where its axes suffice."""
    for tensor in given:
        found = change(tensor.to(like.dtype))
        if len(found.shape) == len(like.shape) and all(
            a >= b for a, b in zip(found.shape, like.shape, strict=True)
        ):
            return found[tuple(slice(0, n) for n in like.shape)].clone()
        try:
            return found.expand(like.shape).clone()
        except RuntimeError:  # it cannot take this form
            continue
    return torch.zeros_like(like)


def _filled(form: Any, way: Nothing, given: Sequence[Tensor]) -> Any:
    """The same containers with every tensor and number filled."""
    if isinstance(form, Tensor):
        return way.fill(form.detach(), given)
    if isinstance(form, bool):
        return bool(way.number)
    if isinstance(form, (int, float)):
        return type(form)(way.number)
    if isinstance(form, (tuple, list)):
        return type(form)(_filled(item, way, given) for item in form)
    if isinstance(form, Mapping):
        return {key: _filled(item, way, given) for key, item in form.items()}
    return form

"""What code may differ by that computes in float32 inside: right, with a line of advice.

The usual forms of large models do so: RMSNorm, softmax, tables of positions. Of a case in float64 they give values
that agree to the accuracy of float32, and the same case in float32 must then agree as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from torch import Tensor

from grader.domain.case import Case, Observation, Value
from grader.judge.binding import Pushed, bind
from grader.judge.checking import fingerprint
from grader.judge.comparison import form_of
from grader.judge.known import Known
from grader.judge.session import Session
from grader.judge.widths import disturbed, narrowed

FACTOR = 8.0
"""How many times the reference's own rounding in float32 a right implementation may be away from it."""

FLOOR = 2.0**-22
"""The least rounding that is reckoned with, relative to one and to the value: two units of float32."""

MOST = 1e-3
"""No more than this is ever taken for rounding."""


class SinglePrecision:
    """How far each case of an exercise is from itself in float32, by the reference; worked out once, when asked.

    `observe` observes the reference on a case that is changed, in float32 or disturbed; None where that cannot be:
    then the least rounding alone is reckoned with.
    """

    def __init__(self, reference: Known, observe: Callable[[Case], Observation] | None = None) -> None:
        self.reference = reference
        self._observe = observe
        self._rooms: dict[str, float] = {}
        self._narrow: dict[str, Case | None] = {}

    def narrow(self, case: Case) -> Case | None:
        """The case in float32; None where nothing in it is float64, or what is expected does not come from it."""
        if case.key not in self._narrow:
            judged = not case.slow and case.expected is None and case.excuses_float32
            self._narrow[case.key] = narrowed(case) if judged else None
        return self._narrow[case.key]

    def room(self, case: Case) -> float:
        """What may be taken for rounding in this case, absolute and relative; 0 where nothing may."""
        if case.key not in self._rooms:
            self._rooms[case.key] = self._room(case)
        return self._rooms[case.key]

    def agrees(self, case: Case, seen: Observation) -> bool:
        """Whether an observation of the case in float64 agrees with the exact one but for rounding, in its dtype."""
        if _dtypes(seen) != _dtypes(self.reference.observe(case)):
            return False
        distance = self.distance(case, seen)
        return distance <= MOST and distance <= self.room(case)

    def excused(
        self,
        failing: Iterable[Sequence[Case]],
        seen: Mapping[str, Observation],
        session: Session,
        pushed: Pushed | None,
    ) -> frozenset[str]:
        """The keys of the cases that fail by no more than the rounding of float32, and pass in float32.

        `failing` are the failing cases of each failing check. One that would fail all the same is not looked into:
        of a submission that is wrong otherwise nothing more is observed.
        """
        found: list[tuple[str, Case]] = []
        for cases in failing:
            if cases and all(self.agrees(case, seen[case.key]) for case in cases):
                found += [(case.key, narrow) for case in cases if (narrow := self.narrow(case)) is not None]
        if not found or session.failure or session.shortcuts:
            return frozenset()
        steps = [bind(narrow.steps, pushed) if pushed else narrow.steps for _, narrow in found]
        answers = zip(found, session.observe(steps), strict=False)
        return frozenset(
            key for (key, narrow), raw in answers if self.distance(narrow, raw) <= self.room(narrow)
        )

    def distance(self, case: Case, seen: Observation) -> float:
        """The largest difference from what is expected, relative to one and to the value; infinite for another form."""
        exact = self.reference.observe(case)  # kept by the case's name, which it has in float32 too
        return spread(fingerprint(case, exact, exact), fingerprint(case, seen, exact))

    def _room(self, case: Case) -> float:
        narrow = self.narrow(case)
        if narrow is None:
            return 0.0
        scale = 1.0 if case.derive is None else max(1.0, largest(self.reference.observe(case)))
        room = FACTOR * max(FLOOR * scale, *self._rounded(case, narrow))
        return room if room <= MOST else 0.0

    def _rounded(self, case: Case, narrow: Case) -> Iterator[float]:
        """How far the reference is off in float32, and how far half a unit of float32 in each input moves it."""
        if self._observe is None:
            yield 0.0
            return
        yield self.distance(case, self._observe(narrow))
        moved = disturbed(case)
        off = 0.0 if moved is None else self.distance(case, self._observe(moved))
        if math.isfinite(off):  # else it moves across a border, which tells nothing of rounding
            yield off


def _dtypes(observation: Observation) -> str:
    """The forms of all results and gradients, with their dtypes."""
    return form_of({n: v for n, v in observation.items() if n.endswith(".out") or ".grad." in n})


def spread(wanted: Observation, found: Observation) -> float:
    """The largest difference of two observations, each number's relative to 1 + its size; infinite where they
    differ by more than numbers.
    """
    if set(wanted) != set(found):
        return math.inf
    return max((_apart(value, found[name]) for name, value in wanted.items()), default=0.0)


def largest(observation: Observation) -> float:
    """The largest absolute result of the calls."""
    outs = (value for name, value in observation.items() if name.endswith(".out"))
    return max(
        (float(t.double().abs().max()) for out in outs for t in _tensors(out) if t.numel()), default=0.0
    )


def _tensors(value: Value) -> Iterator[Tensor]:
    if isinstance(value, Tensor) and value.device.type == "cpu" and value.is_floating_point():
        yield value.nan_to_num(0.0, 0.0, 0.0)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _tensors(item)


def _apart(wanted: Value, found: Value) -> float:
    if isinstance(wanted, Tensor):
        return _tensors_apart(wanted, found) if isinstance(found, Tensor) else math.inf
    if isinstance(wanted, (tuple, list)):
        if not isinstance(found, (tuple, list)) or len(found) != len(wanted):
            return math.inf
        return max((_apart(w, f) for w, f in zip(wanted, found, strict=True)), default=0.0)
    if isinstance(wanted, Mapping):
        return spread(wanted, found) if isinstance(found, Mapping) else math.inf
    if isinstance(wanted, float) and isinstance(found, float):
        same = wanted == found or (math.isnan(wanted) and math.isnan(found))
        gap = 0.0 if same else abs(wanted - found) / (1 + abs(wanted))
        return gap if math.isfinite(gap) else math.inf
    return 0.0 if type(wanted) is type(found) and wanted == found else math.inf


def _tensors_apart(wanted: Tensor, found: Tensor) -> float:
    if wanted.shape != found.shape or wanted.device != found.device:
        return math.inf
    if wanted.device.type == "meta" or not wanted.numel():
        return 0.0
    one, other = wanted.double(), found.double()
    same = (one == other) | (one.isnan() & other.isnan())
    gap = ((one - other).abs() / (1 + one.abs())).masked_fill(same, 0.0)
    return float(gap.nan_to_num(math.inf, math.inf, math.inf).max())

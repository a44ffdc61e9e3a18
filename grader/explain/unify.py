"""Compares what was read with what is asked: the cheapest way to say how the one became the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from grader.authoring.computation import ANY, Asked
from grader.authoring.parts import PARTS
from grader.domain.computation import DeviationKind
from grader.domain.graph import Leaf
from grader.explain.agreement import agrees
from grader.explain.match import Found, Match, direct_inputs, every, one
from grader.explain.reading import WHOLE
from grader.explain.value import Value

WEIGHT = {"plus": 0.3, "times": 0.3, "cast": 0.01, "merge": 0.2, "dropout": 0.6, "scale": 0.8}
"""What a missing or extra part costs, beside 1 for the others."""
FACETS = {"sign": 0.5, "gain": 0.5, "form": 0.3, "take": 0.5, "who": 0.5}
"""What a facet costs that is another one, beside 0.9 for the others."""
PLAIN = ("mask", "scale", "softmax")
"""Steps on the way from scores to weights."""
SIZES = ("heads", "out")
"""Facets that say nothing of a value whose role is unknown."""
JOINS = frozenset(("add", "product", "concat"))
MAJOR = frozenset(
    ["normalise", "matrix", "activation", "dots", "softmax", "weighted", "mask", "add", "product"]
)
WIRED, UNKNOWN, OTHER, GOOD, PARTIAL, WIRED_BUDGET = 1.1, 2.0, 6.0, 0.9, 2.2, 4.0
ONE_NUMBER = 0.05
"""One number for all features: with another sign, too, still less than a vector that is missing and one too many."""
ONE_SIDED = ("mask", "called", "pool", "loss", "normalise", "times", "plus", "matrix", "padding", "ratio")
"""Parts that change their first value: the others only say how."""
VALUED = ("pool", "loss", "padding", "laid", "causal", "centre", "length", "known")
"""Parts of which several facets may well be others at once."""
LEAVES = (Leaf.PARAMETER, Leaf.BUFFER, "derived")


class Unifier:
    """Compares values of one reading with the values of one asked computation, `root`; every pair once."""

    def __init__(self, inputs: Callable[[Value], str], root: Asked) -> None:
        self.inputs = inputs
        self.steps = [
            a for a in every(root) if (a.name or a.whole or a.part == "input") and a.part != "outputs"
        ]
        self._uses = Counter(id(arg) for value in every(root) for arg in value.args)
        self._read_uses: Counter[int] = Counter()
        self._best: dict[tuple[int, int], tuple[float, Match | None]] = {}
        self._same: dict[tuple[int, int], tuple[float, Match | None]] = {}
        self._parts: dict[int, frozenset[int]] = {}
        self._made_of: dict[int, frozenset[int]] = {}

    def best(self, read: Value, asked: Asked, budget: float) -> Match | None:
        """The cheapest way to see `read` as `asked`; None where it costs more than the budget."""
        return _kept(self._best, (id(read), id(asked)), budget, lambda: self._cheapest(read, asked, budget))

    def all(self, read: Sequence[Value], asked: Sequence[Asked], budget: float) -> Match | None:
        """Several values as several asked ones, in order."""
        if not self._read_uses:
            self._read_uses = _uses(read)
        return self._with_args(Match(), read, asked, budget)

    def as_far_as_it_goes(self, read: Sequence[Value]) -> Match:
        """The steps that were taken before a call stopped, each by a value of its own, in whatever form."""
        whole, left = Match(), list(read)
        for step in self.steps:
            if step.part == "input":
                continue
            found = [(value, self._match(value, step, PARTIAL)) for value in left]
            good = [(v, m) for v, m in found if m and all(map(_is_whole_form, m.found))]
            if good:
                value, match = min(good, key=lambda pair: pair[1].cost)
                left = [v for v in left if v is not value]
                whole = whole.and_(match)
        return whole

    def _cheapest(self, read: Value, asked: Asked, budget: float) -> Match | None:
        found = self._match(read, asked, budget)
        if found is not None and found.cost <= GOOD:
            return found
        for way in self._ways(read, asked):
            left = budget if found is None else min(budget, found.cost - 1e-9)
            match = way(left)
            if match is not None and match.cost <= left:
                found = match
        return found

    def _ways(self, read: Value, asked: Asked) -> Iterator[Callable[[float], Match | None]]:
        if asked.part not in ("input", "parameter"):
            for rest in asked.args[: 1 if asked.part in ONE_SIDED else None]:
                if rest.part != "parameter":
                    yield partial(self._missing, read, asked, rest)
        if read.part in PARTS or read.part == "cast":
            for inner in read.args[: 1 if read.part in ONE_SIDED else None]:
                if inner.part not in LEAVES:
                    yield partial(self._extra, read, inner, asked)
        for other in self.steps:
            if asked.part in PLAIN and id(other) in self._below(asked):
                continue  # a step that is skipped is a step that is missing
            if other is not asked and (
                id(asked) not in self._below(other) or id(asked) in direct_inputs(other)
            ):
                yield partial(self._wired, read, asked, other)
        yield partial(self._unlike, read, asked)

    def _below(self, asked: Asked) -> frozenset[int]:
        """Everything that an asked value is made of, by identity."""
        if id(asked) not in self._made_of:
            own = frozenset(id(arg) for arg in asked.args)
            self._made_of[id(asked)] = own.union(*(self._below(arg) for arg in asked.args))
        return self._made_of[id(asked)]

    def _match(self, read: Value, asked: Asked, budget: float) -> Match | None:
        """The two as the same part, in whatever form; None where they are not."""
        return _kept(
            self._same, (id(read), id(asked)), budget, lambda: self._as_same_part(read, asked, budget)
        )

    def _as_same_part(self, read: Value, asked: Asked, budget: float) -> Match | None:
        pair = Match(frozenset(), frozenset(((read, asked),)))
        if asked.part == "parameter":
            return pair if read.part in LEAVES else None
        if asked.part == "input":
            return pair if read.part == Leaf.INPUT and self.inputs(read) == asked.role else None
        if asked.part == "called" and read.part == "called":
            return self._called(pair, read, asked, budget)
        joins = {read.part, asked.part} <= JOINS
        if (read.part != asked.part and not joins) or len(read.args) < len(asked.args):
            return None
        if read.part == asked.part and read.part in ("plus", "times") and vector_of(read) != vector_of(asked):
            return None
        own = pair.and_(*(one(found) for found in _other_facets(read, asked)))
        if read.part != asked.part:
            own = own.and_(one(Found(DeviationKind.FORM, read, asked, "part")))
        if _is_one_number(read, asked):
            own = own.and_(one(Found(DeviationKind.FORM, read, asked, "width", weight=ONE_NUMBER)))
        found = self._with_args(own, read.args, asked.args, budget)
        if PARTS[asked.part].swaps or asked.part == "dots":
            if asked.part == "dots":
                own = own.and_(one(Found(DeviationKind.FORM, read, asked, "swapped", weight=0.9)))
            left = budget if found is None else min(budget, found.cost)
            other = self._with_args(own, read.args, (asked.args[1], asked.args[0]), left)
            found = min(filter(None, (found, other)), key=_by_names, default=None)
        return found

    def _called(self, pair: Match, read: Value, asked: Asked, budget: float) -> Match | None:
        """A call of something given: what it was given, truth values beside truth values; one may be missing."""
        left = list(read.args)
        for wanted in asked.args:
            kind = _wanted_kind(wanted, asked)
            inner = next((arg for arg in left if _kind(arg) == kind), None)
            if inner is None:
                fault = Found(DeviationKind.MISSING, read, wanted, "argument", other=asked)
                pair = pair.and_(one(fault))
                continue
            left = [arg for arg in left if arg is not inner]
            match = self.best(inner, wanted, budget - pair.cost)
            if match is None:
                return None
            pair = pair.and_(match)
        return pair if pair.cost <= budget else None

    def _with_args(
        self, own: Match, read: Sequence[Value], args: Sequence[Asked], budget: float
    ) -> Match | None:
        left = budget - own.cost
        for inner, wanted in zip(read, args, strict=False):
            match = self.best(inner, wanted, left) if left >= 0 else None
            if match is None:
                return None
            own = own.and_(match)
            if own.cost > budget:
                return None
        return own

    def _missing(self, read: Value, asked: Asked, rest: Asked, budget: float) -> Match | None:
        weight = WEIGHT.get(asked.part, 1.0) + self._lost(asked, rest)
        inner = self.best(read, rest, budget - weight) if weight <= budget else None
        return inner and one(Found(DeviationKind.MISSING, read, asked, other=rest, weight=weight)).and_(inner)

    def _extra(self, read: Value, rest: Value, asked: Asked, budget: float) -> Match | None:
        if _is_guard(read):
            return self.best(rest, asked, budget)
        weight = WEIGHT.get(read.part, 1.0) + self._lost(read, rest)
        inner = self.best(rest, asked, budget - weight) if weight <= budget else None
        found = Found(DeviationKind.EXTRA, read, asked, weight=weight, inner=rest)
        return inner and one(found).and_(inner)

    def _wired(self, read: Value, asked: Asked, other: Asked, budget: float) -> Match | None:
        weight = WIRED if self._uses[id(asked)] > 1 else WIRED + self._lost(asked, other)
        shared = self._read_uses[id(read)] > 1  # then how it deviates is paid where it belongs
        inner = (
            self._match(read, other, WIRED_BUDGET if shared else budget - weight)
            if weight <= budget
            else None
        )
        if inner is None:
            return None
        both = one(Found(DeviationKind.WIRED, read, asked, other=other, weight=weight)).and_(inner)
        if shared and all(found.kind is DeviationKind.FORM for found in inner.found):
            return replace(both, cost=weight + 0.1 * inner.cost)
        return both if both.cost <= budget else None

    def _lost(self, whole: Value | Asked, kept: Value | Asked) -> float:
        """The price of what is told no more where only `kept` of a whole is compared further."""
        gone = self._of(whole) - self._of(kept)
        return min(0.3 * max(len(gone) - 1, 0), 2.0)

    def _of(self, value: Value | Asked) -> frozenset[int]:
        """The larger parts of a value, by identity."""
        if id(value) not in self._parts:
            own = {id(value)} if value.part in MAJOR else set()
            self._parts[id(value)] = frozenset(own).union(*(self._of(arg) for arg in value.args))
        return self._parts[id(value)]

    def _unlike(self, read: Value, asked: Asked, budget: float) -> Match | None:
        """Nothing in common; of what is unknown, at least what it was made of is compared."""
        if read.part != WHOLE:
            return one(Found(DeviationKind.OTHER, read, asked, weight=OTHER)) if budget >= OTHER else None
        if budget < UNKNOWN:
            return None
        match = one(Found(DeviationKind.UNKNOWN, read, asked, weight=UNKNOWN))
        for arg in read.args:
            others = (self._match(arg, other, budget - UNKNOWN) for other in self.steps if other is not asked)
            same = [m for m in others if m is not None and not any(f.facet in SIZES for f in m.found)]
            if same:
                match = match.and_(min(same, key=lambda m: m.cost))
        return match


def _is_whole_form(found: Found) -> bool:
    """Whether it is another form of a step, and not a step of which only a part was to be read: of a fused
    projection the whole width, of a norm what stands on the way to it.
    """
    light = found.read is not None and found.read.part in PARTS and PARTS[found.read.part].light
    return found.kind is DeviationKind.FORM and found.facet not in ("out", "swapped") and not light


def _kept(
    known: dict[tuple[int, int], tuple[float, Match | None]],
    key: tuple[int, int],
    budget: float,
    make: Callable[[], Match | None],
) -> Match | None:
    """What is known of a pair, or what is found out now: what was too dear once is not tried again with less."""
    if key in known:
        tried, match = known[key]
        if match is not None and (match.cost <= budget or tried >= budget):
            return match if match.cost <= budget else None
        if tried >= budget:
            return None
    found = make()
    known[key] = budget, found
    return found


def _uses(read: Sequence[Value]) -> Counter[int]:
    """How often each value is used by others, by identity."""
    found: Counter[int] = Counter()
    seen: set[int] = set()
    left = list(read)
    while left:
        value = left.pop()
        if id(value) not in seen:
            seen.add(id(value))
            found.update(id(arg) for arg in value.args)
            left.extend(value.args)
    return found


def _other_facets(read: Value, asked: Asked) -> Iterator[Found]:
    """Each facet of a step that is not the asked one; the first costs most, since several are one bad step."""
    price = None
    for facet, wanted in asked.facets.items():
        if wanted == ANY or read.part != asked.part or agrees(asked.part, facet, read, wanted):
            continue
        price = _price(asked.part, facet) if price is None else min(0.3, _price(asked.part, facet))
        yield Found(DeviationKind.FORM, read, asked, facet, weight=price)


def _by_names(match: Match) -> tuple[float, int]:
    """By cost; of two equal ones the one in which more weights have the contract's names comes first."""
    named = sum(
        asked.part == "parameter" and read.facets.get("name") == asked.role for read, asked in match.pairs
    )
    return round(match.cost, 9), -named


def vector_of(value: Value | Asked) -> str:
    """What the vector of a sum or product is: the bias of a matrix, or the gain or shift of a norm."""
    part, inner = value.part, value
    while inner.part in ("plus", "times"):
        inner = inner.args[0]
    return "gain" if part == "times" else "bias" if inner.part == "matrix" else "shift"


def _price(part: str, facet: str) -> float:
    """What another choice of this facet costs."""
    return FACETS.get(facet, 0.5 if part in VALUED else 0.9)


def _is_one_number(read: Value, asked: Asked) -> bool:
    """Whether one number stands where a vector with an entry for each feature is asked for."""
    if (
        read.part not in ("times", "plus")
        or read.part != asked.part
        or not read.data
        or read.canon.shape[-1] == 1
    ):
        return False
    return len(read.data) == 1 and bool((read.data[0] == read.data[0][0]).all())


def _is_guard(read: Value) -> bool:
    """Whether a mask sets weights to 0 that it kept low already: only a row without any key is changed by it."""
    if read.part != "mask" or read.args[0].part != "softmax" or read.facets["fill"] != 0:
        return False
    inner = read.args[0].args[0]
    while inner.part == "scale":
        inner = inner.args[0]
    same = ("who", "polarity")
    return inner.part == "mask" and all(inner.facets[name] == read.facets[name] for name in same)


def _kind(value: Value) -> str:
    if value.part in LEAVES:
        return "weight"
    return "value" if value.canon.is_floating_point() else "mask"


def _wanted_kind(wanted: Asked, asked: Asked) -> str:
    """What a callable is given as: a weight, its value, which comes first, or the mask beside it."""
    return "weight" if wanted.part == "parameter" else "value" if wanted is asked.args[0] else "mask"


def given_for(read: Value, wanted: Asked, asked: Asked) -> Value | None:
    """Of the values that `read` was made of, the one that stands where `asked` takes `wanted`; None where none does."""
    if asked.part == "called" and read.part == "called":
        kind = _wanted_kind(wanted, asked)
        return next((arg for arg in read.args if _kind(arg) == kind), None)
    place = next(i for i, arg in enumerate(asked.args) if arg is wanted)
    return read.args[place] if place < len(read.args) else None

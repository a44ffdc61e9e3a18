"""Reads lengths of matrices by their values: what was subtracted, which norm, what it was divided by."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts import PARTS, run
from grader.authoring.parts import length as lengths
from grader.authoring.parts.known import facets_of
from grader.authoring.parts.norm import AXES
from grader.authoring.parts.part import ANY
from grader.domain.graph import Leaf
from grader.explain.reading import Reading, scalars, unique, whole
from grader.explain.value import TOLERANCE, Ref, Value
from grader.explain.views import name_of

ASKED = frozenset(("length",))
OF_RANK = frozenset(("_linalg_svd", "linalg_svdvals", "_linalg_eigh", "linalg_eigvalsh"))
CHOOSING = frozenset(("max", "amax", "min", "amin", "median"))
"""Which of several numbers these give is another one on another draw."""
FLAT = 1e-6
"""Numbers that are this near to 0 and 1 tell nothing."""


@dataclass(frozen=True)
class _Form:
    """A part of other forms, or a value (no part) that the draw gives; made as a value only where a node shows it."""

    canon: Tensor
    part: str = ""
    args: tuple[_Form, ...] = ()
    facets: Mapping[str, Any] = ()  # type: ignore[assignment]  # an empty one that nobody can change
    given: Value | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes it the same form as another one."""
        return (self.part, *dict(self.facets).items(), *(arg.key for arg in self.args), id(self.given))

    def value(self, reading: Reading, number: int) -> Value | None:
        """The value with all that it is made of, first shown by this node where it is new."""
        if not self.part:
            return self.given
        args = [arg.value(reading, number) for arg in self.args]
        made = [arg for arg in args if arg is not None]
        return reading.values.make(self.part, made, self.facets, number, canon=self.canon)


class _Table:
    """All forms of one draw, by how many numbers they are: rows to compare with, and what each row is."""

    def __init__(self, forms: Sequence[_Form], shown: dict[Any, int]) -> None:
        self.forms: dict[int, list[_Form]] = {}
        self.shown = shown
        for form in sorted(forms, key=_oddness):
            if _tells(form.canon):
                self.forms.setdefault(form.canon.numel(), []).append(form)
        self.rows = {n: torch.stack([f.canon.reshape(-1) for f in fs]) for n, fs in self.forms.items()}

    def whole(self, tensor: Tensor, history: Callable[[], Container[int]]) -> _Form | None:
        """The form that these numbers are; of several the one of which most was shown on the way to them."""
        rows = self.rows.get(tensor.numel())
        if rows is None:
            return None
        good = _alike(rows, tensor.reshape(1, -1)).all(1).nonzero().reshape(-1).tolist()
        found: list[_Form] = [self.forms[tensor.numel()][place] for place in good]
        if len(found) < 2:
            return found[0] if found else None
        nodes = history()
        return max(found, key=lambda form: self._seen(form, nodes))

    def _seen(self, form: _Form, nodes: Container[int]) -> int:
        return (self.shown.get(form.key, -1) in nodes) + sum(self._seen(arg, nodes) for arg in form.args)

    def entry(self, number: Tensor) -> tuple[_Form, int] | None:
        """The first form of which this number is an entry, and which."""
        for size, rows in self.rows.items():
            good = _alike(rows, number.reshape(1, 1)).nonzero()
            if size > 1 and len(good):
                return self.forms[size][int(good[0, 0])], int(good[0, 1])
        return None


def _oddness(form: _Form) -> int:
    """How many facets are not the asked ones: of forms with one value the plainest is meant."""
    right = PARTS[form.part].right if form.part in PARTS else {}
    own = sum(right.get(facet, ANY) not in (ANY, value) for facet, value in dict(form.facets).items())
    return own + sum(_oddness(arg) for arg in form.args)


def _alike(rows: Tensor, wanted: Tensor) -> Tensor:
    return (rows - wanted).abs() <= TOLERANCE * (1 + wanted.abs())


def _tells(canon: Tensor) -> bool:
    """Whether numbers are finite, and others than a few that everything may be."""
    plain = canon.abs() < FLAT, (canon.abs() - 1).abs() < FLAT
    return bool(canon.isfinite().all()) and bool(canon.numel()) and not bool((plain[0] | plain[1]).all())


def read(reading: Reading, number: int) -> Ref | None:
    """What was centred, a length, a ratio of lengths, or a list of lengths."""
    tensor, op = reading.tensor(number), reading.node(number).op
    if tensor is None or op in (Leaf.INPUT, Leaf.PARAMETER, Leaf.BUFFER, Leaf.CONSTANT):
        return None
    if tensor.dtype in (torch.bool, torch.uint8) or tensor.is_complex() or not tensor.numel():
        return None
    ranked = _may_be_ranks(reading, number)
    if not (ranked or tensor.is_floating_point()):
        return None
    tensor, tables = tensor.detach().double(), _tables(reading)

    def history() -> Container[int]:
        return range(number) if op == Leaf.NUMBERS else reading.history(number)

    lists = number in reading.ends and tables["lists"].forms
    form = tables["ranks" if ranked else "lists" if lists else "steps"].whole(tensor, history)
    single = tensor.numel() == 1 and name_of(reading.node(number)) not in CHOOSING
    if form is None and single and not ranked and not lists:
        found = tables["steps"].entry(tensor)
        made = None if found is None else _shown(reading, number, tables, found[0])
        return None if found is None or made is None else Ref(made, _at(found[1], tensor))
    made = None if form is None else _shown(reading, number, tables, form)
    return None if made is None else Ref(made, whole(made.canon.shape).reshape(tensor.shape))


def _may_be_ranks(reading: Reading, number: int) -> bool:
    """Whether these are whole numbers, or were, that singular values were made of: small ones are many things."""
    node = reading.node(number)
    cast = name_of(node) == "_to_copy" and reading.node(node.sources[0]).dtype == "int64"
    if node.dtype != "int64" and not cast:
        return False
    return any(name_of(reading.node(n)) in OF_RANK for n in reading.history(number))


def _shown(reading: Reading, number: int, tables: Mapping[str, _Table], form: _Form) -> Value | None:
    tables["steps"].shown.setdefault(form.key, number)
    return form.value(reading, number)


def _at(place: int, tensor: Tensor) -> Tensor:
    return torch.full(tuple(tensor.shape), place, dtype=torch.int64)


def _tables(reading: Reading) -> dict[str, _Table]:
    """The forms of this draw, made for the first node that may be one of them."""
    if not reading.tables:
        small = {s for s in scalars(reading.graph.nodes) if 0 < s < 0.01}
        steps, ranks = list(_steps(reading, sorted(small))), list(_ranks(reading))
        lists = [*_lists(steps)] if "listed" in reading.asked else []
        shown: dict[Any, int] = {}
        made = {"steps": steps, "ranks": ranks, "lists": lists}
        reading.tables.update({name: _Table(forms, shown) for name, forms in made.items()})
    return reading.tables


def _steps(reading: Reading, small: Sequence[float]) -> Iterator[_Form]:
    for source in _sources(reading):
        centred = list(_centred(source)) if "centre" in reading.asked else []
        yield from centred
        by_facets = {}
        for of in (source, *centred):
            for form in _lengths(of):
                by_facets[id(of), *form.facets.values()] = form
                yield form
        if "ratio" in reading.asked:
            yield from _ratios(source, centred, by_facets, small)


def _ranks(reading: Reading) -> Iterator[_Form]:
    """Ranks of the call's own tensor, of which every centring may leave the same."""
    if not any(name_of(node) in OF_RANK for node in reading.graph.nodes):
        return
    for source in _sources(reading):
        for of in (source, *(_centred(source) if "centre" in reading.asked else ())):
            if of.canon.dim() == 3:
                yield from _made("length", {"kind": "rank", "over": "sample", "root": True}, of)


def _sources(reading: Reading) -> Iterator[_Form]:
    """The matrices that are measured: what the course knows of the draw, else the call's own tensor."""
    if reading.known:
        for of, canon in reading.known.items():
            given = reading.values.make("known", (), facets_of(of), 0, canon=canon)
            yield _Form(canon, given=given)
        return
    for value in unique(
        ref.value for ref in reading.refs if ref is not None and ref.value.part == Leaf.INPUT
    ):
        if value.canon.dim() == 3:
            yield _Form(value.canon.double(), given=value)


def _made(part: str, facets: Mapping[str, Any], *args: _Form) -> Iterator[_Form]:
    canon = run(part, facets, [arg.canon for arg in args])
    if canon is not None:
        yield _Form(canon, part, args, facets)


def _centred(source: _Form) -> Iterator[_Form]:
    for axis in AXES:
        yield from _made("centre", {"axis": axis, "kept": "rest"}, source)
    for kept in ("mean", "mean everywhere"):
        yield from _made("centre", {"axis": "sequence", "kept": kept}, source)


def _lengths(of: _Form) -> Iterator[_Form]:
    kinds = [(kind, "sample") for kind in lengths.KINDS]
    if of.canon.dim() == 3:
        kinds += [("frobenius", "batch"), ("frobenius", "token"), ("spectral", "sample")]
    for kind, over in kinds:
        for root in (True, False):
            yield from _made("length", {"kind": kind, "over": over, "root": root}, of)


def _ratios(
    source: _Form, centred: Sequence[_Form], by_facets: Mapping[Any, _Form], small: Sequence[float]
) -> Iterator[_Form]:
    """Each length of what was centred beside the same length of the whole; their mean over the samples."""
    for rest in centred:
        for (of, *facets), form in by_facets.items():
            if of != id(rest):
                continue
            other = by_facets[id(source), *facets]
            for inverted in (False, True):
                for eps in (0.0, *small):
                    for ratio in _made("ratio", {"inverted": inverted, "eps": eps}, form, other):
                        yield ratio
                        if ratio.canon.dim() == 1:
                            yield from _made("average", {}, ratio)


def _lists(steps: Sequence[_Form]) -> Iterator[_Form]:
    """A list of lengths: in which order, divided by what."""
    for form in steps:
        if form.part == "length" and form.canon.dim() == 1:
            for order in ("first layer first", "last layer first"):
                for listed in _made("listed", {"order": order}, form):
                    yield listed
                    for by in ("sum", "largest"):
                        yield from _made("shares", {"by": by}, listed)

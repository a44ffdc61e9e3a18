"""Makes the facts of what was understood: steps with their formulas, deviations with their lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grader.authoring.computation import Asked
from grader.domain.computation import (
    Computation,
    Deviation,
    DeviationKind,
    Place,
    ReadStep,
    Standing,
)
from grader.domain.graph import Graph, Leaf
from grader.domain.text import Text
from grader.explain.deviations import Told, told
from grader.explain.explain import Understood
from grader.explain.formula import asked_formula, read_formula
from grader.explain.match import every
from grader.explain.moved import moved, words_of_moved
from grader.explain.order import in_order
from grader.explain.places import line_of, place_of, turn_of
from grader.explain.reading import WHOLE
from grader.explain.unify import given_for
from grader.explain.value import Value
from grader.explain.words import words_of
from grader.explain.written import written
from grader.source.lines import Lines

Forms = Mapping[str, tuple[frozenset[str], ...]]
"""Misconception -> the sets of keys that it stands for, each set as a whole."""
NO_LINES: Lines = {}


def describe(
    understood: Understood,
    forms: Forms,
    names: Mapping[str, str],
    training: Understood | None = None,
    lines: Lines = NO_LINES,
) -> Computation:
    """The computation in facts; `forms` of the exercise's own misconceptions come first.

    Of the pass in `training` mode only what concerns dropout is told. `lines` are the learner's.
    """
    view = _View(understood, names, lines)
    raised = view.graph.raised
    stopped = raised.type if raised is not None and not view.graph.outputs else ""
    if not understood.confirmed:
        return Computation((), (), whole=False, stopped=stopped)
    found = [one for one in told(understood.match, understood.root) if not _of_unknown(one)]
    if not _is_narrow(view.graph):  # to compute in float32 is no fault: to return it is
        found = [one for one in found if one.found.read is None or one.found.read.part != "cast"]
    found = [one for one in found if not _is_of_nan(one)]
    if understood.loose and any(one.found.kind is DeviationKind.UNKNOWN for one in found):
        found = [one for one in found if one.found.kind is DeviationKind.UNKNOWN]
    complete = understood.complete
    if not complete:
        found = [one for one in found if one.found.kind is DeviationKind.FORM]
    dropped = (
        [one for one in told(training.match, training.root, training=True) if "dropout" in one.key]
        if training and training.complete
        else []
    )
    named = name_them([one for one in (*found, *dropped) if view.is_certain(one)], forms)
    deviations = tuple(view.deviation(one, *named.get(id(one), ("", ()))) for one in found)
    pairs = list(zip(_told_once(found, deviations), (one.step for one in found), strict=True))
    if training is not None and dropped:
        inner = _View(training, names, lines)
        pairs += [(inner.deviation(one, *named.get(id(one), ("", ()))), one.step) for one in dropped]
    pairs = in_order(pairs)
    if understood.way.misconception:
        pairs = [(view.as_a_whole(), understood.root.args[0]), *pairs]
    deviations = tuple(deviation for deviation, _ in pairs)
    unknown = any(d.kind in (DeviationKind.UNKNOWN, DeviationKind.OTHER) for d in deviations)
    whole = complete and not unknown and not stopped
    steps = tuple(view.steps(pairs, whole=whole))
    return Computation(steps, deviations, whole, _last_right(steps), stopped)


def _told_once(found: Sequence[Told], deviations: tuple[Deviation, ...]) -> tuple[Deviation, ...]:
    """The deviations, of which two that are one thing in another place say the same; those with names stay."""
    said = dict(zip(map(id, found), deviations, strict=True))
    for gone, extra in moved(found):
        first, second = said[id(gone)], said[id(extra)]
        words = words_of_moved(gone)
        if words is not None and not (first.misconception or second.misconception):
            said[id(gone)] = replace(first, words=words, place=second.place)
            said[id(extra)] = replace(second, words=words)
    return tuple(said.values())


def _is_of_nan(one: Told) -> bool:
    """Whether a step was given nothing but NaN: whatever it does, NaN comes out."""
    args = one.found.read.args if one.found.read is not None else ()
    return any(arg.canon.is_floating_point() and bool(arg.canon.isnan().all()) for arg in args)


def _of_unknown(one: Told) -> bool:
    """Whether entries of an unknown step are in other places: that step is told as unknown already."""
    read = one.found.read
    return (
        one.found.kind is DeviationKind.EXTRA
        and read is not None
        and read.part == "arrange"
        and (read.args[0].part == WHOLE)
    )


def _is_narrow(graph: Graph) -> bool:
    """Whether float64 came in, and a narrower float went out."""
    inputs = {node.dtype for node in graph.nodes if node.op == Leaf.INPUT}
    outputs = {graph.nodes[number].dtype for _, number in graph.outputs}
    return "float64" in inputs and bool(outputs & {"float32", "float16", "bfloat16"})


def name_them(found: Sequence[Told], forms: Forms) -> dict[int, tuple[str, tuple[str, ...]]]:
    """For each deviation (by identity) the misconception that stands for it, and all keys that this one stands for.

    Larger sets come first; of equal ones, those that `forms` has first. What stands in another place is not what is
    missing: a set that has one of the two and not the other names neither.
    """
    pairs = [(id(gone), id(extra)) for gone, extra in moved(found)]
    left = list(found)
    named: dict[int, tuple[str, tuple[str, ...]]] = {}
    sets = [(wanted, name) for name, several in forms.items() for wanted in several]
    for wanted, name in sorted(sets, key=lambda item: -len(item[0])):
        meant = [[one for one in left if _is_meant(one, form)] for form in sorted(wanted)]
        these = {id(one): one for several in meant for one in several}
        if meant and all(meant) and not any((gone in these) != (extra in these) for gone, extra in pairs):
            together = tuple(sorted({one.key for one in these.values()}))
            named.update(dict.fromkeys(these, (name, together)))
            left = [one for one in left if id(one) not in named]
    return named


def _is_meant(one: Told, form: str) -> bool:
    step = one.step.name if one.step is not None else ""
    key = f"{step}@{one.key}" if "@" in form else one.key
    return key.startswith(form[:-1]) if form.endswith("*") else key == form


class _View:
    """Names of steps for read values, and everything that is written with them."""

    def __init__(self, understood: Understood, inputs: Mapping[str, str], lines: Lines) -> None:
        self.understood = understood
        self.lines = lines
        self.graph = understood.reading.graph
        self.inputs = inputs
        pairs = sorted(understood.match.pairs, key=lambda pair: pair[0].node)
        self.read_of = {id(asked): read for read, asked in reversed(pairs)}
        self.names: dict[int, str] = {}
        for read, asked in pairs:
            if asked.name and asked.part != "input":
                self.names.setdefault(id(read), asked.name)
        for found in understood.match.found:
            short, step = found.read, found.asked
            if found.kind is DeviationKind.MISSING and short is not None and step is not None and step.name:
                self.names.setdefault(id(short), step.name)

    def is_certain(self, one: Told) -> bool:
        """Whether a name may stand for it: not that one value is taken for another that was never recognised."""
        return one.found.kind is not DeviationKind.WIRED or id(one.found.asked) in self.read_of

    def input_name(self, value: Value) -> str:
        """The contract's name of an input."""
        return self.inputs.get(value.facets["name"], str(value.facets["name"]))

    def formula(self, value: Value) -> str:
        """A read value as a formula in the names of other steps."""
        return read_formula(value, self.names, self.input_name)

    def deviation(self, one: Told, misconception: str, together: tuple[str, ...]) -> Deviation:
        """One deviation in facts."""
        step = one.step
        read = self.read_of.get(id(step)) if step is not None else None
        value = read or one.at
        found = self._called_elsewhere(value, step) or self.formula(value) if value is not None else ""
        asked = asked_formula(step) if step is not None else ""
        reading = self.understood.reading
        line = line_of(reading, one, self.understood.root)
        place = written(one.key, line, self.lines, turn_of(reading, one))
        words = words_of(one.key, found, asked)
        name = step.name if step is not None else ""
        return Deviation(one.found.kind, one.key, name, place, found, asked, words, misconception, together)

    def _called_elsewhere(self, value: Value, step: Asked | None) -> str:
        """The name that a value has as another step, "" where it has none."""
        name = self.names.get(id(value), "")
        return name if step is not None and name != step.name else ""

    def as_a_whole(self) -> Deviation:
        """A computation that a misconception stands for as a whole."""
        outputs = self.understood.root.args
        read = self.read_of.get(id(outputs[0]))
        place = place_of(self.graph, read.node) if read is not None else Place(None)
        name = self.understood.way.misconception
        found = self.formula(read) if read is not None else ""
        return Deviation(DeviationKind.FORM, name, outputs[0].name, place, found, "", Text(name, name), name)

    def steps(
        self, deviations: Sequence[tuple[Deviation, Asked | None]], *, whole: bool
    ) -> Iterator[ReadStep]:
        """The steps that are shown: the outer ones, and those inside of a larger part that deviate.

        Of what was read `whole`, a step that was not found is not there. A deviation belongs to its own step: two
        attentions both have a step q.
        """
        wrong: dict[int, list[Deviation]] = {}
        for deviation, step in deviations:
            wrong.setdefault(self._own(step), []).append(deviation)
        hidden = self._inside()
        for asked in every(self.understood.root):
            if not asked.name or asked.part in ("input", "outputs"):
                continue
            faults = wrong.get(id(asked), [])
            if not faults and (
                id(asked) in hidden or (self.graph.raised is not None and id(asked) not in self.read_of)
            ):
                continue  # it is part of another step, or behind the exception
            yield self._step(asked, faults, whole=whole)

    def _own(self, step: Asked | None) -> int:
        """This computation's own step, by identity; of another one (that in training) the first step of its name."""
        if step is None:
            return 0
        every_step = [value for value in every(self.understood.root) if value.name == step.name]
        return id(
            next((value for value in every_step if value is step), every_step[0] if every_step else step)
        )

    def _inside(self) -> set[int]:
        """The asked values that lie inside of a larger part that is shown in one piece; not of the result itself."""
        outputs = self.understood.root.args
        inside: set[int] = set()
        for value in every(self.understood.root):
            if value.whole and value.name and value not in outputs:
                ends = {id(v) for v in value.inputs}
                inside |= {id(v) for v in _between(value, ends) if v is not value}
        return inside

    def _step(self, asked: Asked, faults: list[Deviation], *, whole: bool) -> ReadStep:
        read = self.read_of.get(id(asked))
        unknown = any(f.kind in (DeviationKind.UNKNOWN, DeviationKind.OTHER) for f in faults)
        standing = Standing.RIGHT if not faults else Standing.DEVIATES
        if unknown or (read is None and not faults):
            standing = Standing.DEVIATES if whole else Standing.NOT_RECOGNISED
        wanted = asked_formula(asked)
        if read is None:
            place = faults[0].place if faults else Place(None)
            formula = faults[0].found if faults else ""
            return ReadStep(asked.name, formula, wanted, standing, place, asked.whole or asked.part)
        formula = self._in_one_piece(asked) if asked.whole else self.formula(read)
        place = place_of(self.graph, read.node)
        if len(faults) == 1 and faults[0].found == formula and faults[0].place.line is not None:
            place = faults[0].place
        inputs = tuple(dict.fromkeys(self.names[id(arg)] for arg in _parts(read) if id(arg) in self.names))
        ids = tuple(f.misconception for f in faults if f.misconception)
        return ReadStep(asked.name, formula, wanted, standing, place, asked.whole or asked.part, inputs, ids)

    def _in_one_piece(self, asked: Asked) -> str:
        """A larger part by its name and what it was given."""
        given = []
        ends = {id(v) for v in asked.inputs}
        body = [v for v in _between(asked, ends) if v.args]
        for wanted in asked.inputs:
            user = next((v for v in body if any(arg is wanted for arg in v.args)), None)
            read = None
            if user is not None:
                body.remove(user)
                taker = self.read_of.get(id(user))
                read = taker and given_for(taker, wanted, user)
                if read is None and taker is not None and user.part == "called":
                    continue  # it was not given
            given.append(asked_formula(wanted, top=False) if read is None else self._name(read))
        return f"{asked.whole}({', '.join(given)})"

    def _name(self, value: Value) -> str:
        return self.names.get(id(value)) or self.formula(value)


def _between(value: Asked, ends: set[int]) -> list[Asked]:
    found: dict[int, Asked] = {}

    def walk(at: Asked) -> None:
        if id(at) not in ends and id(at) not in found:
            for arg in at.args:
                walk(arg)
            found[id(at)] = at

    walk(value)
    return list(found.values())


def _parts(value: Value) -> Iterator[Value]:
    for arg in value.args:
        yield arg
        yield from _parts(arg)


def _last_right(steps: tuple[ReadStep, ...]) -> Place | None:
    right = None
    for step in steps:
        if step.standing is not Standing.RIGHT:
            break
        right = step.place
    return right

"""Finds what is plainly not as asked, before values: parameters, defaults, the form of results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from torch import Tensor

from grader.domain.case import Build, Call, Case, Observation, Raised, Read, Step
from grader.domain.exercise import Entry
from grader.domain.fact import Fact, FactKind
from grader.domain.result import CheckResult
from grader.domain.verdict import Verdict
from grader.findings.described import describe_value
from grader.findings.parameter_facts import parameter_facts
from grader.source.lines import Lines, sole_line

_CASTS = (
    r"\.(?:float|half|double|bfloat16)\(\)|torch\.(?:float|float32|float16|float64|half|double|bfloat16)\b"
)


@dataclass(frozen=True)
class Graded:
    """What facts are found in: cases, checks, what the submission and the reference showed, the learner's lines."""

    cases: Sequence[Case]
    entries: Sequence[Entry]
    checks: Sequence[CheckResult]
    seen: Mapping[str, Observation]
    reference: Mapping[str, Observation]
    lines: Lines

    @property
    def failing(self) -> Iterator[Case]:
        """The cases in which a check failed, in the checks' order."""
        by_key = {case.key: case for case in self.cases}
        for check in self.checks:
            if check.verdict in (Verdict.WRONG_ANSWER, Verdict.RUNTIME_ERROR) and check.case in by_key:
                yield by_key[check.case]


def look_steps(cases: Sequence[Case], entries: Sequence[Entry]) -> tuple[Step, ...]:
    """The steps of a look at the submission: its entries' defaults, and a module as the first case builds one."""
    steps: list[Step] = [Read(f"defaults {entry.name}", "defaults", entry.name) for entry in entries]
    build = next((step for case in cases for step in case.steps if isinstance(step, Build)), None)
    if build is not None:
        steps.append(Build(build.entry, build.kwargs, build.dtype, build.seed))
        steps += [Read(what, what) for what in ("parameters", "buffers", "unregistered")]
    return tuple(steps)


def find_facts(graded: Graded, look: Observation, reference: Observation) -> tuple[Fact, ...]:
    """All facts, those first from which the others follow: `look` is what the steps of `look_steps` showed."""
    asked = {step.what for case in graded.failing for step in case.steps if isinstance(step, Read)}
    compared = bool(asked & {"parameters", "state_keys"})
    return (
        *parameter_facts(look, reference, graded.lines, compared=compared),
        *_defaults(graded.entries, look, reference, graded.lines),
        *result_facts(graded),
    )


def _defaults(
    entries: Sequence[Entry], look: Observation, reference: Observation, lines: Lines
) -> Iterator[Fact]:
    """Arguments of the contract whose default is another one."""
    for entry in entries:
        found, wanted = (_pairs(each.get(f"defaults {entry.name}")) for each in (look, reference))
        for name in entry.parameters:
            if name in found and name in wanted and found[name] != wanted[name]:
                written = rf"\b{name}\b[^,=]*=\s*{re.escape(repr(found[name]))}"
                place = sole_line(lines, written) or (None, None, "")
                yield Fact(FactKind.DEFAULT, (name, repr(found[name])), (repr(wanted[name]),), *place)


def _pairs(value: object) -> dict[str, object]:
    rows = value if isinstance(value, tuple) else ()
    plain = (bool, int, float, type(None))
    return {
        row[0]: row[1]
        for row in rows
        if isinstance(row, tuple) and len(row) == 2 and isinstance(row[0], str) and isinstance(row[1], plain)
    }


def result_facts(graded: Graded) -> Iterator[Fact]:
    """How the results differ before their values do: each kind once, from the first check that failed by it."""
    kinds: set[FactKind] = set()
    for case in graded.failing:
        for fact in _of_case(graded, case):
            if fact.kind not in kinds:
                kinds.add(fact.kind)
                yield fact


def _of_case(graded: Graded, case: Case) -> Iterator[Fact]:
    seen, right = graded.seen.get(case.key, {}), graded.reference.get(case.key, {})
    for step in case.steps:
        if not isinstance(step, Call):
            continue
        found, wanted = seen.get(f"{step.name}.out"), right.get(f"{step.name}.out")
        if not isinstance(found, Raised) and not isinstance(wanted, Raised) and found is not None:
            yield from _of_result(graded, found, wanted, _entry_of(step, case, graded.entries))
        if seen.get(f"{step.name}.mutated") and not right.get(f"{step.name}.mutated"):
            yield from _in_place(graded, seen[f"{step.name}.mutated"], step, case)


def _of_result(graded: Graded, found: object, wanted: object, entry: Entry | None) -> Iterator[Fact]:
    several, one = isinstance(wanted, (tuple, list)), isinstance(found, Tensor)
    if (several and one) or (isinstance(wanted, Tensor) and isinstance(found, (tuple, list))):
        names = entry.returns if entry is not None and several else ()
        yield Fact(FactKind.FORM, (describe_value(found),), (describe_value(wanted), *names))
    pairs = (
        zip(wanted, found, strict=False)
        if isinstance(wanted, tuple) and isinstance(found, (tuple, list))
        else ()
    )
    for right, mine in (*pairs, (wanted, found)):
        if not (isinstance(right, Tensor) and isinstance(mine, Tensor)):
            continue
        if right.dtype != mine.dtype:
            place = sole_line(graded.lines, _CASTS) or (None, None, "")
            yield Fact(FactKind.DTYPE, (_dtype(mine),), (_dtype(right),), *place)
        if right.device != mine.device:
            yield Fact(FactKind.DEVICE, (mine.device.type,), (right.device.type,))


def _dtype(tensor: Tensor) -> str:
    return str(tensor.dtype).removeprefix("torch.")


def _in_place(graded: Graded, labels: Sequence[str], step: Call, case: Case) -> Iterator[Fact]:
    entry = _entry_of(step, case, graded.entries)
    for label in labels:
        given = () if entry is None else entry.forward if step.on else entry.parameters
        name = given[int(label)] if label.isdigit() and int(label) < len(given) else label
        if name.isdigit():
            continue
        assigned = rf"(?:^|;)\s*{name}(?:\s*(?:[-+*/@|&]|//|\*\*)=|\[[^\]]*\]\s*[-+*/]?=(?!=))"
        changing = rf"{assigned}|\b{name}\.\w+_\(|inplace\s*=\s*True"
        place = sole_line(graded.lines, changing, first=True, unless_before=rf"^\s*{name}\s*=(?!=)")
        yield Fact(FactKind.IN_PLACE, (name,), (), *(place or (None, None, "")))


def _entry_of(step: Call, case: Case, entries: Sequence[Entry]) -> Entry | None:
    """The entry that a call goes to; None where it goes to another method."""
    built = {each.name: each.entry for each in case.steps if isinstance(each, Build)}
    name = built.get(step.on, "") if step.on and not step.target else step.target
    return next((each for each in entries if each.name == name), None)

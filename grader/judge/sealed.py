"""Judges by sealed public cases: stored values instead of code, where there is no `reference/`.

A sealed exercise is a file of frames (`grader.protocol.codec`): a head, then one frame a case. The head has the
number of heads, and for each known implementation (the reference first) its misconceptions and its roles for each
build; a case's frame has its steps, the weights of its builds by role and shape, how it is read, and what each
implementation showed on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from torch import Tensor

from grader.authoring.checks import plain_numbers
from grader.domain.case import Build, Case, Observation, Raised, Step, Value
from grader.domain.errors import GraderError
from grader.domain.exercise import Exercise
from grader.domain.result import Diagnosis
from grader.domain.text import Text
from grader.judge.alignment import Alignment, Placed
from grader.judge.binding import Roles, RoleTensors, build_key
from grader.judge.diagnosis import diagnose_the_only
from grader.judge.grade import Judge
from grader.protocol.codec import decode
from grader.protocol.description import Shape
from grader.protocol.violation import ProtocolViolation
from grader.weights.names import Names
from grader.weights.vocabulary import Vocabulary

FOLDER = "sealed"
ENDING = ".frames"
SCHEMA = "addnorm.sealed/1"


class Reading(StrEnum):
    """Ways to read an observation, from the one that tells least to the whole of it."""

    FORMS = "forms"
    NUMBERS = "numbers"
    OUTPUTS = "outputs"
    NAMED = "named"
    WHOLE = "whole"


def reader(reading: Reading, names: Sequence[str] = ()) -> Callable[[Observation], Observation] | None:
    """The function that reads an observation so; None for the whole. `names` are those that NAMED picks."""
    if reading is Reading.WHOLE:
        return None
    if reading is Reading.NAMED:
        return lambda seen: {name: seen[name] for name in names if name in seen}
    how: dict[Reading, Callable[[Value], Value]] = {
        Reading.FORMS: form_of,
        Reading.NUMBERS: plain_numbers,
        Reading.OUTPUTS: lambda value: value,
    }
    read = how[reading]
    return lambda seen: {name: read(value) for name, value in seen.items() if name.endswith(".out")}


def form_of(value: Value) -> Value:
    """A tensor's shape and dtype, another value's type; an exception stands for itself."""
    if isinstance(value, Tensor):
        return tuple(value.shape), str(value.dtype)
    return value if isinstance(value, Raised) else type(value).__name__


@dataclass(frozen=True)
class StoredWeights:
    """A rule that gives stored tensors: `table` maps role and shape to the weight and its direction."""

    table: Mapping[tuple[str, Shape], tuple[Tensor, Tensor]]

    def __call__(self, role: str, shape: Shape) -> Tensor:
        """The weight of that role and shape."""
        return self.table[role, shape][0]

    def tensors(self, roles: Roles) -> RoleTensors:
        """The weights and directions of these roles."""
        found = {role: self.table[role, shape] for role, shape in roles.items()}
        return {r: pair[0] for r, pair in found.items()}, {r: pair[1] for r, pair in found.items()}


@dataclass(frozen=True)
class SealedImplementation:
    """The reference or a misconception as stored values: its roles by build, its observations by case."""

    ids: tuple[str, ...]
    by_build: Mapping[str, Roles]
    by_case: Mapping[str, Observation]
    detail: Text | None = None

    def roles(self, build: Build) -> Roles:
        """The stored roles of this build."""
        return self.by_build.get(build_key(build), {})

    def weights(self, build: Build) -> RoleTensors:
        """The stored weights of this build's roles."""
        if not isinstance(build.weights, StoredWeights):
            raise TypeError(f"a sealed case whose weights are not stored: {build.entry}")
        return build.weights.tensors(self.roles(build))

    def observe(self, case: Case) -> Observation:
        """What was stored for the case."""
        return self.by_case[case.key]


@dataclass(frozen=True)
class SealedBank:
    """A sealed exercise: its cases, and the known implementations, the reference first."""

    seed: int
    heads: int | None
    cases: tuple[Case, ...]
    known: tuple[SealedImplementation, ...]


class SealedJudge(Judge):
    """Judges by stored values, on the public cases of one seed; checks without a case are not judged at all."""

    def __init__(self, exercise: Exercise, bank: SealedBank, vocabulary: Vocabulary) -> None:
        served = {case.check for case in bank.cases}
        super().__init__(
            exercise,
            bank.seed,
            cases=bank.cases,
            heads=bank.heads,
            names=Names(vocabulary),
            reference=bank.known[0],
            misconceptions=bank.known[1:],
            specs=tuple(spec for spec in exercise.checks if spec.name in served),
        )

    def diagnose(self, seen: Mapping[str, Observation], alignment: Alignment | None) -> tuple[Diagnosis, ...]:
        """Name a misconception only if it is the only one that these few cases fit."""
        values = alignment is None or alignment.placed is not Placed.UNMATCHED
        return diagnose_the_only(self.cases, seen, self.reference, self.misconceptions, values=values)


def sealed_file(course: Path, exercise_id: str) -> Path:
    """Where a course keeps the sealed cases of an exercise."""
    return course / FOLDER / f"{exercise_id}{ENDING}"


def load_sealed(path: Path) -> SealedBank:
    """Read a sealed exercise. GraderError if the file is damaged or of another version."""
    try:
        with path.open("rb") as file:
            head = decode(partial(_exactly, file), trusted=True)
            if head["schema"] != SCHEMA:
                raise GraderError(f"{path}: found {head['schema']}, expected {SCHEMA}")
            bodies = [decode(partial(_exactly, file), trusted=True) for _ in range(head["cases"])]
    except (ProtocolViolation, OSError, KeyError, TypeError, EOFError) as error:
        raise GraderError(
            f"{path}: the sealed cases cannot be read ({error}); unpack the kit again"
        ) from error
    shown = [dict[str, Observation]() for _ in head["known"]]
    cases = []
    for body in bodies:
        case = _case(body)
        cases.append(case)
        for observations, raw in zip(shown, body["seen"], strict=True):
            observations[case.key] = raw
    known = tuple(
        SealedImplementation(
            tuple(entry["ids"]),
            {key: {role: tuple(shape) for role, shape in roles} for key, roles in entry["roles"]},
            observations,
            Text(*entry["detail"]) if entry.get("detail") else None,
        )
        for entry, observations in zip(head["known"], shown, strict=True)
    )
    return SealedBank(head["seed"], head["heads"], tuple(cases), known)


def _exactly(file: Any, count: int) -> bytes:
    data: bytes = file.read(count)
    if len(data) != count:
        raise EOFError("the file ends early")
    return data


def _case(body: Mapping[str, Any]) -> Case:
    weights = iter(body["weights"])
    return Case(
        check=body["check"],
        name=body["name"],
        steps=tuple(_with_weights(step, weights) for step in body["steps"]),
        derive=reader(Reading(body["reading"]), body["names"]),
        tolerance=body["tolerance"],
        needs_values=body["needs_values"],
        any_form=body["any_form"],
        exact_dtype=body["exact_dtype"],
        aligns=body["aligns"],
    )


def _with_weights(step: Step, weights: Iterator[Any]) -> Step:
    """Give a build its stored weights; `weights` has an entry for each build, None where nothing is pushed."""
    if not isinstance(step, Build):
        return step
    rows = next(weights)
    if rows is None:
        return step
    table = {(role, tuple(shape)): (value, along) for role, shape, value, along in rows}
    return Build(step.entry, step.kwargs, step.dtype, step.seed, weights=StoredWeights(table), name=step.name)

"""Seals an exercise's public cases: what each implementation of ours shows on them is kept as values."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from grader.domain.case import Build, Case, Observation, Opaque
from grader.domain.exercise import Exercise
from grader.domain.verdict import Visibility
from grader.judge.bank import CaseBank
from grader.judge.binding import build_key
from grader.judge.checking import check, fingerprint
from grader.judge.comparison import compare
from grader.judge.grade import ReferenceJudge
from grader.judge.known import Known
from grader.judge.sealed import SCHEMA, Reading, reader
from grader.protocol.codec import encode
from grader.weights.vocabulary import Vocabulary

SEED = 20260101
"""Public cases are drawn once for all learners, from this seed; hidden ones from a fresh seed at each grading."""


@dataclass(frozen=True)
class Sealed:
    """The file's bytes, and the public checks whose cases could not be sealed."""

    content: bytes
    left_out: tuple[str, ...]


def seal(exercise: Exercise, bank: CaseBank, vocabulary: Vocabulary, seed: int = SEED) -> Sealed:
    """Return the sealed public cases of one exercise.

    A case whose comparison is done by code is kept only if a named reading judges the reference and every
    misconception alike; one whose values cannot be stored is left out. Cases that push weights all align them.
    """
    judge = ReferenceJudge(exercise, bank, seed, vocabulary, slow=False)
    public = {spec.name for spec in exercise.checks if spec.visibility is Visibility.PUBLIC}
    known = (judge.reference, *judge.misconceptions)
    kept: list[tuple[Case, Reading]] = []
    left_out: list[str] = []
    for case in judge.cases:
        if case.check not in public or case.evidence:
            continue
        reading = _reading_of(case, known)
        if reading is None or case.expected is not None or not _storable(case, known):
            left_out.append(case.check)
        else:
            kept.append((case, reading))
    kept = [(case, reading) for case, reading in kept if case.check not in left_out]
    frames = [encode(_head(kept, known, judge))]
    frames += [encode(_body(case, reading, known)) for case, reading in kept]
    return Sealed(b"".join(frames), tuple(dict.fromkeys(left_out)))


def _reading_of(case: Case, known: Sequence[Known]) -> Reading | None:
    """The reading that tells least and yet judges every known implementation as the case's own comparison does."""
    if case.derive is None:
        return Reading.WHOLE
    wanted = _verdicts(case, known)
    for reading in Reading:
        if _verdicts(replace(case, derive=reader(reading, _names(case, known))), known) == wanted:
            return reading
    return None


def _names(case: Case, known: Sequence[Known]) -> tuple[str, ...]:
    """What of the reference's raw observation the case derives unchanged."""
    raw = known[0].observe(case)
    derived = case.derive(raw) if case.derive is not None else raw
    return tuple(name for name in derived if name in raw)


def _verdicts(case: Case, known: Sequence[Known]) -> list[bool]:
    """Whether each implementation passes, and whether each is taken for the one before it."""
    right = known[0].observe(case)
    shown = [one.observe(case) for one in known]
    passed = [check(case, raw, right).difference is None for raw in shown]
    prints = [fingerprint(case, raw, right) for raw in shown]
    alike = [
        compare(before, after, case.tolerance).difference is None
        for before, after in itertools.pairwise(prints)
    ]
    return [*passed, *alike]


def _head(
    kept: Sequence[tuple[Case, Reading]], known: Sequence[Known], judge: ReferenceJudge
) -> Mapping[str, Any]:
    builds = {build_key(build): build for case, _ in kept for build in case.builds}
    first = next(iter(builds.values()), None)
    arguments = first.kwargs if first is not None else {}
    heads = judge.names.vocabulary.heads_of(arguments, judge.heads)
    return {
        "schema": SCHEMA,
        "exercise": judge.bank.number,
        "seed": judge.seed,
        "heads": heads,
        "cases": len(kept),
        "known": [
            {
                "ids": one.ids,
                "detail": [one.detail.en, one.detail.zh] if one.detail else None,
                "roles": [[key, [[r, s] for r, s in one.roles(b).items()]] for key, b in builds.items()],
            }
            for one in known
        ],
    }


def _body(case: Case, reading: Reading, known: Sequence[Known]) -> Mapping[str, Any]:
    return {
        "check": case.check,
        "name": case.name,
        "tolerance": case.tolerance,
        "needs_values": case.needs_values,
        "any_form": case.any_form,
        "exact_dtype": case.exact_dtype,
        "aligns": bool(case.builds),
        "reading": str(reading),
        "names": _names(case, known) if reading is Reading.NAMED else (),
        "steps": tuple(_without_rule(step) for step in case.steps),
        "weights": [_rows(step, known) for step in case.steps if isinstance(step, Build)],
        "seen": [_plain(one.observe(case)) for one in known],
    }


def _without_rule(step: Any) -> Any:
    return replace(step, weights=None) if isinstance(step, Build) else step


def _rows(build: Build, known: Sequence[Known]) -> list[Any] | None:
    """Role, shape, weight and direction, of all implementations together: equal roles have equal weights."""
    if build.weights is None:
        return None
    rows: dict[tuple[str, tuple[int, ...]], list[Any]] = {}
    for one in known:
        state, along = one.weights(build)
        for role, shape in one.roles(
            build
        ).items():  # the shape that it has, whatever the weight given for it
            rows.setdefault((role, shape), [role, shape, state[role], along[role]])
    return list(rows.values())


def _plain(seen: Observation) -> dict[str, Any]:
    return dict(seen)


def _storable(case: Case, known: Sequence[Known]) -> bool:
    """Whether steps and observations hold nothing that a frame would only describe."""
    whole = (*case.steps, *(_plain(one.observe(case)) for one in known))
    return not any(isinstance(value, Opaque) or _is_code(value) for value in _values(whole))


def _values(value: Any) -> Iterator[Any]:
    yield value
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _values(inner)
    elif isinstance(value, (tuple, list)):
        for inner in value:
            yield from _values(inner)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.name != "weights":
                yield from _values(getattr(value, field.name))


def _is_code(value: Any) -> bool:
    return callable(value) and not hasattr(value, "dtype")

"""The stored form of results: the one place that writes it, the one that reads it.

Version 2 marks its data; what has no mark is version 1, which differs in nothing but that. Fields that this
code does
not know are passed over and fields that old data lacks have their defaults, so that old runs stay readable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from datetime import datetime
from typing import Any

from grader.domain.classroom import ChosenBy, FileChoice, IntakeFault, IntakeProblem
from grader.domain.computation import Computation, Deviation, DeviationKind, Place, ReadStep, Standing
from grader.domain.errors import GraderError
from grader.domain.fact import Fact, FactKind
from grader.domain.result import (
    CheckResult,
    Diagnosis,
    Difference,
    DifferenceKind,
    Failure,
    GradeResult,
    Stop,
)
from grader.domain.site import Site
from grader.domain.source_problem import note_from_plain, problem_from_plain, to_plain
from grader.domain.stored_result import EarlierAttempt, StoredResult
from grader.domain.text import Text
from grader.domain.verdict import Confinement, Tier, Verdict, Visibility

VERSION = 2
_VERSION = "version"


class UnknownForm(GraderError):
    """What is stored is no result, or was written by a newer grader."""


def stored_to_plain(stored: StoredResult) -> dict[str, Any]:
    """A class run's result as JSON-ready data; `stored_from_plain` reads it back."""
    plain = grade_to_plain(stored.grade)
    if stored.intake is not None:
        intake = stored.intake
        plain["intake"] = {"kind": str(intake.kind), "path": intake.path, "detail": intake.detail}
    return plain


def stored_from_plain(plain: Mapping[str, Any]) -> StoredResult:
    """Read what `stored_to_plain` wrote, in whatever version. Raises UnknownForm."""
    intake = plain.get("intake")
    problem = None
    if intake is not None:
        problem = IntakeProblem(IntakeFault(intake["kind"]), intake["path"], intake["detail"])
    return StoredResult(grade_from_plain(plain), problem)


def choice_to_plain(choice: FileChoice) -> dict[str, Any] | None:
    """Which of several files was graded, as JSON-ready data; None where there was one alone."""
    return {"kept": list(choice.kept), "by": choice.by and str(choice.by)} if choice.kept else None


def choice_from_plain(plain: Mapping[str, Any] | None) -> FileChoice:
    """Read what `choice_to_plain` wrote."""
    if plain is None:
        return FileChoice()
    return FileChoice(tuple(plain["kept"]), ChosenBy(plain["by"]) if plain.get("by") else None)


def grade_to_plain(result: GradeResult) -> dict[str, Any]:
    """Every field of a grading as JSON-ready data; `grade_from_plain` reads it back."""
    plain = {name: _plain(getattr(result, name)) for name in GradeResult.__dataclass_fields__}
    plain["problem"] = None if result.problem is None else to_plain(result.problem)
    plain["remarks"] = [to_plain(note) for note in result.remarks]
    return plain | {_VERSION: VERSION}


def grade_from_plain(plain: Mapping[str, Any]) -> GradeResult:
    """Read what `grade_to_plain` wrote, in whatever version; titles come from the data. Raises UnknownForm."""
    version = plain.get(_VERSION, 1)
    if version > VERSION:
        raise UnknownForm(f"a result of the form {version} was written by a newer grader: upgrade")
    try:
        return _grade(plain)
    except (KeyError, TypeError, ValueError) as error:
        raise UnknownForm(f"what is stored is no result: {error!r}") from error


def earlier_to_plain(attempts: Sequence[EarlierAttempt]) -> list[dict[str, Any]]:
    """Earlier attempts as JSON-ready data, oldest first."""
    return [
        {
            "score": each.score,
            "verdict": str(each.verdict),
            "submission_digest": each.submission_digest,
            "submitted_at": _written(each.submitted_at),
            "graded_at": _written(each.graded_at),
            "late": each.late,
            "file_name": each.file_name,
            "grade": None if each.grade is None else grade_to_plain(each.grade),
        }
        for each in attempts
    ]


def earlier_from_plain(
    plain: Sequence[Mapping[str, Any]] | None, *, whole: bool = True
) -> tuple[EarlierAttempt, ...]:
    """Read earlier attempts back, None for none; `whole` False leaves out what was found in them, for tables."""
    return tuple(
        EarlierAttempt(
            each["score"],
            Verdict(each.get("verdict", Verdict.WRONG_ANSWER)),
            each.get("submission_digest"),
            _read(each.get("submitted_at")),
            _read(each.get("graded_at")),
            each["late"],
            each.get("file_name", ""),
            grade_from_plain(each["grade"]) if whole and each.get("grade") else None,
        )
        for each in plain or ()
    )


def misconceptions_in(plain: object) -> Iterator[str]:
    """The misconceptions named in a stored result, without reading the rest of it."""
    diagnoses = plain.get("diagnoses") if isinstance(plain, dict) else None
    for diagnosis in diagnoses if isinstance(diagnoses, list) else []:
        name = diagnosis.get("misconception") if isinstance(diagnosis, dict) else None
        if isinstance(name, str):
            yield name


def _plain(value: Any) -> Any:
    """`dataclasses.asdict` for values that nobody changes: without its copies, a third of the time."""
    if is_dataclass(value):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return [_plain(item) for item in value] if isinstance(value, (tuple, list)) else value


def _known(kind: type[Any], plain: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the dataclass `kind` that the data has."""
    return {name: plain[name] for name in kind.__dataclass_fields__ if name in plain}


def _grade(plain: Mapping[str, Any]) -> GradeResult:
    names = ("failure", "problem", "computation", "stop")
    failure, problem, computation, stop = (plain.get(name) for name in names)
    fields = _known(GradeResult, plain) | {
        "verdict": Verdict(plain["verdict"]),
        "confinement": Confinement(plain["confinement"]),
        "checks": tuple(map(_check, plain["checks"])),
        "diagnoses": tuple(map(_diagnosis, plain["diagnoses"])),
        "computation": None if computation is None else _computation(computation),
        "failure": None if failure is None else _failure(failure),
        "facts": tuple(map(_fact, plain.get("facts", ()))),
        "stop": None if stop is None else Stop(**_known(Stop, stop) | {"met": _pairs(stop["met"])}),
        "problem": None if problem is None else problem_from_plain(problem),
        "remarks": tuple(map(note_from_plain, plain.get("remarks", ()))),
        "shortcuts": tuple(plain.get("shortcuts", ())),
    }
    return GradeResult(**fields)


def _check(plain: Mapping[str, Any]) -> CheckResult:
    difference = plain.get("difference")
    fields = _known(CheckResult, plain) | {
        "tier": Tier(plain["tier"]),
        "visibility": Visibility(plain["visibility"]),
        "verdict": Verdict(plain["verdict"]),
        "title": Text(**plain["title"]),
        "difference": None if difference is None else _difference(difference),
    }
    return CheckResult(**fields)


def _difference(plain: Mapping[str, Any]) -> Difference:
    site = plain.get("site")
    found = None if site is None else Site(**_known(Site, site) | {"met": _pairs(site["met"])})
    return Difference(**_known(Difference, plain) | {"kind": DifferenceKind(plain["kind"]), "site": found})


def _fact(plain: Mapping[str, Any]) -> Fact:
    lists = {name: tuple(plain[name]) for name in ("found", "expected")}
    return Fact(**_known(Fact, plain) | {"kind": FactKind(plain["kind"])} | lists)


def _pairs(plain: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((one, other) for one, other in plain)


def _diagnosis(plain: Mapping[str, Any]) -> Diagnosis:
    place = plain.get("place")
    parts = {
        "detail": _text(plain.get("detail")),
        "together": tuple(plain.get("together", ())),
        "place": None if place is None else Place(**place),
    }
    return Diagnosis(**_known(Diagnosis, plain) | parts)


def _computation(plain: Mapping[str, Any]) -> Computation:
    last = plain.get("last_right")
    fields = _known(Computation, plain) | {
        "steps": tuple(map(_read_step, plain["steps"])),
        "deviations": tuple(map(_deviation, plain["deviations"])),
        "last_right": None if last is None else Place(**last),
    }
    return Computation(**fields)


def _read_step(plain: Mapping[str, Any]) -> ReadStep:
    lists = {name: tuple(plain[name]) for name in ("inputs", "misconceptions")}
    kinds = {"standing": Standing(plain["standing"]), "place": Place(**plain["place"])}
    return ReadStep(**_known(ReadStep, plain) | lists | kinds)


def _deviation(plain: Mapping[str, Any]) -> Deviation:
    kinds = {"kind": DeviationKind(plain["kind"]), "place": Place(**plain["place"])}
    texts = {"words": Text(**plain["words"]), "together": tuple(plain["together"])}
    return Deviation(**_known(Deviation, plain) | kinds | texts)


def _failure(plain: Mapping[str, Any]) -> Failure:
    return Failure(**_known(Failure, plain) | {"verdict": Verdict(plain["verdict"])})


def _text(plain: Mapping[str, str] | None) -> Text | None:
    return None if plain is None else Text(**plain)


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _read(moment: str | None) -> datetime | None:
    return None if moment is None else datetime.fromisoformat(moment)

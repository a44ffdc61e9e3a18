"""A learner's page says what to mend, and cannot hold anything of a hidden case."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from grader.catalog.exercises import load_exercise
from grader.catalog.misconceptions import Misconceptions
from grader.classbook.reading import RunReading
from grader.domain.classroom import IntakeFault, IntakeProblem
from grader.domain.computation import Computation, Place, ReadStep, Standing
from grader.domain.policy import Basis, Settled
from grader.domain.record import ClassResult
from grader.domain.result import (
    CheckResult,
    Diagnosis,
    Difference,
    DifferenceKind,
    Failure,
    GradeResult,
)
from grader.domain.stored_result import StoredResult
from grader.domain.text import Language
from grader.domain.verdict import Confinement, Tier, Verdict, Visibility
from grader.reports.computation_picture import StepBox
from grader.reports.file_stem import file_stem
from grader.reports.gradebook import Score
from grader.reports.learner_page import LearnerReport, exercise_words, learner_page
from grader.reports.lines import Line, Tone
from grader.reports.report_format import Format
from grader.workflows.make_report import Reporter
from tests.conftest import ROOT
from tests.reports.conftest import text_of

NOW = datetime(2026, 10, 4, tzinfo=UTC)
EXERCISE = load_exercise(ROOT, 1)
SECRETS = {
    "place": "call.out[SECRET-PLACE]",
    "expected": "SECRET-EXPECTED",
    "found": "SECRET-FOUND",
    "message": "SECRET-MESSAGE",
    "case": "SECRET-CASE",
    "log": "SECRET-LOG",
    "traceback": "SECRET-TRACEBACK",
}


# The form of an output is no secret: shapes, dtypes, types, and which exception belongs there.
ALLOWED = {
    DifferenceKind.SHAPE: ("[2, 5]", "[2, 6]"),
    DifferenceKind.DTYPE: ("float32", "float64"),
    DifferenceKind.TYPE: ("tuple of 2", SECRETS["found"]),
    DifferenceKind.TOO_LARGE: ("tuple of 2", SECRETS["found"]),
    DifferenceKind.NOT_RAISED: ("ValueError", SECRETS["found"]),
    DifferenceKind.NO_GRADIENT: ("a gradient", "x, parameters"),
}


def graded(kind: DifferenceKind, **changes: Any) -> GradeResult:
    """A wrong submission whose hidden check differs, with a secret in every field that only staff may see."""
    difference = Difference(
        kind, SECRETS["place"], SECRETS["expected"], SECRETS["found"], 0.5, 7, SECRETS["message"]
    )
    if kind in ALLOWED:
        expected, found = ALLOWED[kind]
        difference = replace(difference, expected=expected, found=found)
    spec = next(check for check in EXERCISE.checks if check.visibility is Visibility.HIDDEN)
    hidden = CheckResult(
        spec.name,
        Tier.CORE,
        Visibility.HIDDEN,
        Verdict.WRONG_ANSWER,
        0.0,
        5.0,
        spec.title,
        difference,
        SECRETS["case"],
    )
    public = EXERCISE.checks[0]
    right = CheckResult(public.name, Tier.CORE, Visibility.PUBLIC, Verdict.ACCEPTED, 5.0, 5.0, public.title)
    computation = Computation(
        (
            ReadStep("m", "mean(x)", "mean(x)", Standing.RIGHT, Place(3)),
            ReadStep("v", "var(x; D-1) <b>", "var(x)", Standing.DEVIATES, Place(4)),
            ReadStep("y", "", "n * gamma", Standing.NOT_RECOGNISED, Place(6)),
        ),
        (),
        whole=False,
    )
    fields: dict[str, Any] = {
        "exercise_number": 1, "exercise_id": EXERCISE.id, "verdict": Verdict.WRONG_ANSWER, "score": 5.0,
        "max_score": 10.0, "seed": 17, "confinement": Confinement.FULL, "checks": (right, hidden),
        "diagnoses": (Diagnosis("ln-unbiased-variance", 1e-8, 0.7, 5),), "computation": computation,
        "submission_digest": "d" * 64, "course_digest": "c" * 64, "grader_version": "0.1.0", "seconds": 0.1,
        "log": SECRETS["log"],
    }  # fmt: skip
    return GradeResult(**fields | changes)


def words_of(
    result: GradeResult, intake: IntakeProblem | None = None, language: Language = Language.EN
) -> Any:
    """The exercise in words, from its stored form."""
    kept = ClassResult(
        "s1", 1, EXERCISE.id, "f.py", "d" * 64, 17, "c" * 64, result.verdict, result.score, 10.0,
        StoredResult(result, intake), NOW, 0.1,
    )  # fmt: skip
    score = Score(result.verdict, Settled(Basis.COUNTED, result.score, result.score, 10.0), NOW, None, 1)
    return exercise_words(kept, score, ("1 day late",), EXERCISE, Misconceptions(ROOT), language)


def page_of(
    result: GradeResult, language: Language = Language.EN, intake: IntakeProblem | None = None
) -> str:
    """The learner's page of one result."""
    words = words_of(result, intake, language)
    return learner_page(LearnerReport("<b>Ann</b>", "s1", "5 / 10", NOW, (words,), ("Card <i>?",)), language)


@pytest.mark.parametrize("kind", list(DifferenceKind), ids=str)
@pytest.mark.parametrize("language", list(Language), ids=str)
def test_nothing_of_a_hidden_case_is_on_the_page(kind: DifferenceKind, language: Language) -> None:
    """Whatever kind of difference a hidden check has, its place, values, exception, case and log stay away."""
    page = page_of(graded(kind), language)
    assert [secret for secret in SECRETS.values() if secret in page] == []


def test_a_traceback_is_not_on_the_page() -> None:
    """Of code that ended early the page tells the line and never the traceback."""
    failure = Failure(Verdict.RUNTIME_ERROR, "exit code 3", SECRETS["traceback"], 9)
    result = graded(DifferenceKind.VALUE, checks=(), diagnoses=(), computation=None,
                    verdict=Verdict.RUNTIME_ERROR, failure=failure)  # fmt: skip
    assert SECRETS["traceback"] not in page_of(result)


def test_our_own_fault_is_told_as_ours() -> None:
    """A result that we could not make says that it stays open, and nothing of what went wrong inside."""
    failure = Failure(Verdict.INTERNAL_ERROR, "KeyError: SECRET-SUMMARY", SECRETS["traceback"])
    result = graded(DifferenceKind.VALUE, checks=(), diagnoses=(), computation=None,
                    verdict=Verdict.INTERNAL_ERROR, failure=failure)  # fmt: skip
    page = page_of(result)
    assert "SECRET" not in page
    assert "stays open until it is judged" in page


def reachable(kind: Any, seen: set[Any]) -> Iterator[Any]:
    """Every type that a value of this type can hold, by its fields' types."""
    for part in (kind, *typing.get_args(kind)):
        if part in seen:
            continue
        seen.add(part)
        yield part
        if dataclasses.is_dataclass(part) and isinstance(part, type):
            for hint in typing.get_type_hints(part).values():
                yield from reachable(hint, seen)
        elif isinstance(part, types.UnionType | types.GenericAlias):
            for inner in typing.get_args(part):
                yield from reachable(inner, seen)


def test_the_type_of_a_learners_page_has_no_room_for_a_hidden_case() -> None:
    """From LearnerReport only sentences can be reached: no result, check, difference, failure or mapping."""
    found = {each for each in reachable(LearnerReport, set()) if isinstance(each, type)}
    plain = {str, int, bool, datetime, type(None), Tone, Standing}
    assert {each for each in found if each not in plain and typing.get_origin(each) is None} <= {
        LearnerReport, Line, StepBox, words_of(graded(DifferenceKind.VALUE)).__class__,
    }  # fmt: skip
    assert not found & {GradeResult, CheckResult, Difference, Failure, ClassResult, dict}


def test_the_page_says_what_was_right_what_to_mend_and_what_next() -> None:
    """The main message, the passed check, the failed one, the next commands and due cards are there, escaped."""
    page = page_of(graded(DifferenceKind.VALUE))
    for expected in (
        "You divide by D-1", EXERCISE.checks[0].title.en.split("'")[0], "grade hint 1",
        "grade quiz --misconception ln-unbiased-variance", "1 day late", "Card &lt;i&gt;?", "&lt;b&gt;Ann&lt;/b&gt;",
    ):  # fmt: skip
        assert expected in page, expected
    assert "<b>Ann" not in page
    assert "--verbose" not in page


def test_the_picture_marks_the_steps_that_deviate() -> None:
    """Each step is drawn as it stands; where all are right, or nothing was read, there is no picture."""
    boxes = words_of(graded(DifferenceKind.VALUE)).steps
    assert [box.standing for box in boxes] == [Standing.RIGHT, Standing.DEVIATES, Standing.NOT_RECOGNISED]
    assert "v = var(x; D-1) &lt;b&gt;" in page_of(graded(DifferenceKind.VALUE))
    right = Computation((ReadStep("m", "mean(x)", "mean(x)", Standing.RIGHT, Place(3)),), (), whole=True)
    assert words_of(graded(DifferenceKind.VALUE, computation=right)).steps == ()
    assert words_of(graded(DifferenceKind.VALUE, computation=None)).steps == ()


def test_what_could_not_be_taken_in_is_said() -> None:
    """A hand-in without a readable file says what was wrong with the file."""
    result = graded(DifferenceKind.VALUE, checks=(), diagnoses=(), computation=None,
                    verdict=Verdict.INVALID_SUBMISSION)  # fmt: skip
    page = page_of(result, intake=IntakeProblem(IntakeFault.NO_SOURCE, "ann/<essay>.docx"))
    assert "ann/&lt;essay&gt;.docx" in page


def test_a_page_a_person_and_one_for_the_class(reporter: Reporter) -> None:
    """The folder holds the class's page, which links to everybody's own, all under harmless names."""
    small = replace(reporter.reading.book, rows=reporter.reading.book.rows[:3])
    several = Reporter(
        RunReading(reporter.reading.store, reporter.reading.course, reporter.reading.run, Language.ZH, NOW)
    )
    several.reading.__dict__["real_book"] = several.reading.__dict__["book"] = small
    files = {each.name: text_of(each.pieces) for each in several.folder(Format.HTML)}
    assert list(files) == ["index.html", *(f"learners/{row.learner.key}.html" for row in small.rows)]
    assert all(name in files["index.html"] for name in list(files)[1:])
    assert all(row.learner.name.split("<")[0] in files[f"learners/{row.learner.key}.html"].replace("&#34;", '"')
               for row in small.rows)  # fmt: skip


@pytest.mark.parametrize(
    "key", ["../../etc/passwd", "a/b", "", ".", "..", "con", "A", "李", "a" * 200, "x.", "nul.txt"]
)
def test_a_key_never_becomes_a_path(key: str) -> None:
    """A key that is no harmless file name everywhere becomes a digest."""
    assert file_stem(key).startswith("p")
    assert len(file_stem(key)) == 25
    assert file_stem("1001") == "1001"

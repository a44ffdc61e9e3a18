"""The use case `grade author check`: every gate of an exercise, all faults at once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.catalog.misconceptions import load_misconceptions
from grader.confinement.one_thread import keep_to_one_thread
from grader.domain.errors import ContentError, Problem
from grader.domain.exercise import Exercise
from grader.domain.result import GradeResult
from grader.domain.verdict import Tier, Verdict
from grader.intake.source_file import read_submission

if TYPE_CHECKING:
    from grader.grading.grader import Grader

SEEDS = (1, 2)
LEAST_ALTERNATIVES = {"function": 3, "class": 6}
LEAST_UNLISTED = 5
NAMED = "# named:"


def check_exercises(
    course: Path, numbers: tuple[int, ...], *, jobs: int, slow: bool = False
) -> dict[int, tuple[Problem, ...]]:
    """Gate these exercises in `jobs` processes; the faults of each by number."""
    if jobs == 1 or len(numbers) == 1:
        return {number: check_exercise(course, number, slow=slow) for number in numbers}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        found = {number: pool.submit(check_exercise, course, number, slow=slow) for number in numbers}
        return {number: future.result() for number, future in found.items()}


def check_exercise(course: Path, number: int, *, slow: bool = False) -> tuple[Problem, ...]:
    """Gate one exercise: its files, its reference, its misconceptions, and whole submissions through the sandbox.

    `slow` takes ten seeds, or two where models are trained; without it nothing is trained, and what only
    training shows is not asked for.
    """
    try:
        exercise = load_exercise(course, number)
        catalogue = load_misconceptions(course)
    except ContentError as error:
        return error.problems
    keep_to_one_thread()
    from grader.sandbox.launcher import CurrentServer, start_server

    server = start_server(warm=False)
    from grader.grading.grader import Grader
    from grader.proving.gate import gate

    problems: list[Problem] = []
    digest = course_digest(course, number)
    grader = Grader(exercise, course, digest, SEEDS[0], CurrentServer(server), slow=slow)
    try:
        trains = any(case.slow for case in grader.reference_judge.bank.cases(SEEDS[0]))
        for seed in range(1, 11) if slow and not trains else SEEDS:
            grader.reseed(seed)
            problems += gate(exercise, grader.reference_judge, catalogue)
        problems += _submissions(course, exercise, grader)
    finally:
        grader.close()
    return tuple(dict.fromkeys(problems))


def _submissions(course: Path, exercise: Exercise, grader: Grader) -> Iterator[Problem]:
    folder = course / "reference" / exercise.id
    place = f"reference/{exercise.id}"
    yield from _stub(course, exercise, grader)
    alternatives = sorted(p for p in (folder / "alternatives").glob("*") if p.suffix in (".py", ".ipynb"))
    least = max(LEAST_ALTERNATIVES[entry.kind] for entry in exercise.entries)
    if len(alternatives) < least:
        yield Problem(
            f"{place}/alternatives",
            "",
            f"{len(alternatives)} files",
            f"at least {least} right alternatives",
            "Write more.",
        )
    expected = _expected_failures(folder)
    for path in alternatives:
        result = grader.grade(read_submission(path))
        failed = _failed(result)
        allowed = expected.get(path.name, ())
        if sorted(failed) != sorted(allowed) or not result.accepted:
            found = f"{result.verdict}, failing {failed}, weights {result.weights or '-'}"
            yield Problem(
                f"{place}/alternatives/{path.name}",
                "",
                found,
                f"full marks save {allowed}",
                "A false rejection: mend the cases.",
            )
    complete = len(grader.judge.cases) == len(grader.reference_judge.bank.cases(grader.seed))
    unlisted = sorted((folder / "unlisted").glob("*.py"))
    if len(unlisted) < LEAST_UNLISTED:
        yield Problem(
            f"{place}/unlisted",
            "",
            f"{len(unlisted)} files",
            f"at least {LEAST_UNLISTED} planted faults",
            "Write more.",
        )
    for path in unlisted:
        result = grader.grade(read_submission(path))
        named = [found.misconception for found in result.diagnoses]
        earned = _names_of_steps(path)
        if set(named) != earned or (not _failed(result) and complete):
            yield Problem(
                f"{place}/unlisted/{path.name}",
                "",
                f"{result.verdict}, named {named}",
                f"rejected, named {sorted(earned)} (its first line says: {NAMED} ID, ...)",
                "Add a case, or say which name a step of it earns.",
            )


def _names_of_steps(path: Path) -> set[str]:
    """The misconceptions that steps of an unlisted fault are, by its first line; none where it does not say."""
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    return set(first.removeprefix(NAMED).replace(",", " ").split()) if first.startswith(NAMED) else set()


def _stub(course: Path, exercise: Exercise, grader: Grader) -> Iterator[Problem]:
    """The stub must say what the solution says, and must not pass."""
    place = f"exercises/{exercise.id}/stub.py"
    result = grader.grade(read_submission(course / place))
    if result.problem is not None:
        yield Problem(
            place,
            "",
            f"{result.problem.kind}",
            "the entries of exercise.toml with their parameters",
            "Mend the stub.",
        )
    elif result.accepted:
        yield Problem(place, "", "accepted", "a stub that fails", "Take the answer out.")
    judged = {case.check for case in grader.judge.cases if not case.evidence}
    core = {c.name for c in result.checks if c.verdict is Verdict.ACCEPTED and c.tier is Tier.CORE}
    if (
        result.problem is None
        and not result.accepted
        and "NotImplementedError" in exercise.stub
        and core & judged
    ):
        passed = sorted(core & judged)
        yield Problem(
            place, "", f"passes {passed}", "a stub that fails every core check", "Mend these cases."
        )
    yield from _signatures(exercise, grader.reference_judge.bank.solution)


def _signatures(exercise: Exercise, solution: Mapping[str, Callable[..., object]]) -> Iterator[Problem]:
    import inspect

    for entry in exercise.entries:
        found = tuple(inspect.signature(solution[entry.name]).parameters) if entry.name in solution else ()
        if found != entry.parameters:
            yield Problem(
                f"reference/{exercise.id}/solution.py", entry.name, f"parameters {found}", f"{entry.parameters}",
                "Let solution, stub and exercise.toml agree.",
            )  # fmt: skip


def _failed(result: GradeResult) -> list[str]:
    if not result.checks:
        return ["(not observed)"]
    return [c.name for c in result.checks if c.verdict is not Verdict.ACCEPTED and c.tier is not Tier.ADVICE]


def _expected_failures(folder: Path) -> dict[str, tuple[str, ...]]:
    """`alternatives/expected.toml`: file name -> edge checks that a right answer may fail."""
    path = folder / "alternatives" / "expected.toml"
    if not path.is_file():
        return {}
    return {name: tuple(checks) for name, checks in tomllib.loads(path.read_text(encoding="utf-8")).items()}

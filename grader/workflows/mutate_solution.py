"""The use case `grade author mutate`: how many small mistakes in the reference the cases would see."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from grader.catalog.exercises import load_exercise
from grader.domain.errors import Problem

EQUIVALENT = "equivalent.toml"


@dataclass(frozen=True)
class MutationReport:
    """Mutants of one exercise: how many, how many are explained as equivalent, and who survived unexplained."""

    exercise_id: str
    total: int
    equivalent: int
    survivors: tuple[str, ...]
    stale: tuple[str, ...]

    @property
    def kill_rate(self) -> float:
        """Share of the mutants that are not equivalent which the cases reject."""
        living = self.total - self.equivalent
        return 1.0 if living <= 0 else 1 - len(self.survivors) / living

    def problems(self) -> tuple[Problem, ...]:
        """Survivors and stale explanations, as faults of content."""
        place = f"reference/{self.exercise_id}"
        return (
            *(
                Problem(
                    f"{place}/solution.py",
                    name,
                    "a survivor",
                    "a case that sees it",
                    f"Add one, or explain it in {EQUIVALENT}.",
                )
                for name in self.survivors
            ),
            *(
                Problem(
                    f"{place}/{EQUIVALENT}", name, "no such survivor", "only survivors", "Remove the entry."
                )
                for name in self.stale
            ),
        )


def mutate_solution(course: Path, number: int, seed: int = 1) -> MutationReport:
    """Mutate an exercise's reference and judge every mutant."""
    from grader.grading.load_judge import load_reference_judge
    from grader.proving.mutation import mutants, survives

    exercise = load_exercise(course, number)
    judge = load_reference_judge(course, exercise, seed)
    folder = course / "reference" / exercise.id
    explained = _explained(folder / EQUIVALENT)
    found = list(mutants((folder / "solution.py").read_text(encoding="utf-8")))
    alive = [mutant.name for mutant in found if survives(judge, exercise.id, mutant)]
    equivalent = [name for name in alive if name in explained]
    return MutationReport(
        exercise.id,
        len(found),
        len(equivalent),
        tuple(name for name in alive if name not in explained),
        tuple(name for name in explained if name not in alive),
    )


def _explained(path: Path) -> dict[str, str]:
    """`equivalent.toml`: [[mutant]] change = "before  =>  after", why = "..."."""
    if not path.is_file():
        return {}
    return {row["change"]: row["why"] for row in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]}

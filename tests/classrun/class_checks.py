"""What a graded class must look like: every learner once, each as promised."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from grader.store.store import open_store
from tests.classrun.mixed_class import Made


def complaints(database: Path, made: Sequence[Made]) -> list[str]:
    """Return what is not as promised in the newest run of the database; nothing lost, nothing doubled,
    nothing else.
    """
    found: list[str] = []
    with open_store(f"sqlite:///{database}") as store:
        run = store.classes.newest_run()
        assert run is not None
        results = {(r.learner, r.exercise_number): r for r in store.classes.results(run.id)}
    for each in made:
        result = results.pop((each.learner, each.exercise), None)
        if result is None:
            found.append(f"{each.learner} ({each.sort}) is missing")
            continue
        named = [found.misconception for found in result.result.grade.diagnoses]
        if result.verdict not in each.verdicts:
            wanted = "|".join(sorted(each.verdicts))
            told = f"{each.learner} ({each.sort} {each.misconception})"
            found.append(f"{told}: {result.verdict}, expected {wanted}")
        elif each.misconception is not None and named != [each.misconception]:
            found.append(f"{each.learner}: named {named}, expected {each.misconception}")
    found += [f"{learner} at {exercise}: nobody's" for learner, exercise in results]
    return found


def rows(database: Path) -> Counter[tuple[str, str]]:
    """How many results each (learner, exercise id) has over all runs, read without the grader's own code."""
    connection = sqlite3.connect(database)
    try:
        found = connection.execute("SELECT learner, exercise_id, count(*) FROM class_result GROUP BY 1, 2")
        return Counter({(learner, exercise): number for learner, exercise, number in found})
    finally:
        connection.close()

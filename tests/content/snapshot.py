"""What the grader says of every program that the project knows, to be compared before and after a change.

    python -m tests.content.snapshot record FILE [EXERCISE ...]
    python -m tests.content.snapshot compare BEFORE AFTER

Recorded at one seed: each file of tests/submissions, each alternative and unlisted file, each misconception.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.grading.grader import Grader
from grader.intake.source_file import read_submission
from grader.sandbox.launcher import CurrentServer, spawn_server
from tests.conftest import ROOT

SEED = 20170612


def record(numbers: list[int]) -> Iterator[tuple[str, Any]]:
    """(name of the program, what is said of it), over these exercises."""
    server = spawn_server(warm=True)
    for number in numbers:
        exercise = load_exercise(ROOT, number)
        grader = Grader(exercise, ROOT, course_digest(ROOT, number), SEED, CurrentServer(server))
        answers = ROOT / "reference" / exercise.id
        folders = (
            ROOT / "tests" / "submissions" / exercise.id,
            answers / "alternatives",
            answers / "unlisted",
        )
        for path in sorted(path for folder in folders for path in folder.glob("*.py")):
            yield str(path.relative_to(ROOT)), _facts(grader.grade(read_submission(path)))
        for candidate in grader.reference_judge.candidates:
            space: Any = candidate.namespace
            judgement = grader.judge.judge(grader.reference_judge.own_session(space))
            yield f"{exercise.id}: {'+'.join(candidate.ids)} {list(space)}", _facts(judgement)
        grader.leave()
    server.close()


def _facts(result: Any) -> Any:
    wanted = (
        "verdict",
        "score",
        "max_score",
        "checks",
        "diagnoses",
        "computation",
        "shortcuts",
        "weights",
    )
    return {name: _plain(getattr(result, name)) for name in wanted if hasattr(result, name)}


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    return value if value is None or isinstance(value, (bool, int, float)) else str(value)


def main(arguments: list[str]) -> int:
    """Record or compare; 1 where something differs."""
    if arguments[:1] == ["record"]:
        numbers = [int(n) for n in arguments[2:]] or list(range(1, 25))
        found: dict[str, Any] = {}
        for name, facts in record(numbers):
            while name in found:
                name += "'"
            found[name] = facts
        Path(arguments[1]).write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")
        print(f"{len(found)} programs recorded")
        return 0
    before, after = (json.loads(Path(path).read_text(encoding="utf-8")) for path in arguments[1:3])
    different = [name for name in before if after.get(name) != before[name]]
    for name in different:
        print(name)
        for key, value in before[name].items():
            if name not in after or after[name].get(key) != value:
                print(f"  {key}\n    before {value}\n    after  {after.get(name, {}).get(key)}")
    print(f"{len(before)} programs before, {len(after)} after, {len(different)} different")
    return 1 if different or set(before) != set(after) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

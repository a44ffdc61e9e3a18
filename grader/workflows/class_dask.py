"""stub"""

from __future__ import annotations
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from grader.domain.verdict import Confinement
from grader.workflows.class_pool import Answer, Task


@dataclass
class Cluster:
    course: Path
    seed: int
    jobs: int
    require: Confinement
    scheduler: str | None

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Answer]]:
        raise NotImplementedError

    def close(self) -> None:
        pass

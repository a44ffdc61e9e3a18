"""The use cases `grade start` and `grade reset`: a learner's working folder with the stubs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.domain.exercise import Exercise
from grader.domain.text import Language


@dataclass(frozen=True)
class Written:
    """A file of the working folder: written now, or left because it was there."""

    path: Path
    new: bool


def start_folder(
    folder: Path, exercises: Sequence[Exercise], language: Language, *, notebooks: bool
) -> tuple[Written, ...]:
    """Write one stub an exercise (`ex03_feed_forward.py`), notebooks if wanted, statements, and the given blocks.

    What is there already is never overwritten.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(_files(folder, exercises, language, notebooks))


def _files(
    folder: Path, exercises: Sequence[Exercise], language: Language, notebooks: bool
) -> Iterator[Written]:
    blocks: dict[str, str] = {}
    for exercise in exercises:
        statement = exercise.statement[language]
        if notebooks:
            yield _write(folder / f"{exercise.id}.ipynb", notebook_of(exercise, statement))
        else:
            yield _write(folder / f"{exercise.id}.py", exercise.stub)
        yield _write(folder / "statements" / f"{exercise.id}.md", statement)
        blocks.update(exercise.blocks)
    if blocks:
        for name, source in blocks.items():
            yield _write(folder / "course" / "blocks" / f"{name}.py", source)
        listing = "".join(f"from course.blocks.{name} import *\n" for name in blocks)
        yield _write(folder / "course" / "blocks" / "__init__.py", listing)


def _write(path: Path, text: str) -> Written:
    if path.exists():
        return Written(path, new=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return Written(path, new=True)


def notebook_of(exercise: Exercise, statement: str) -> str:
    """A notebook (nbformat 4.5) with the statement, the stub in one code cell, and a cell to try things."""

    def cell(kind: str, name: str, text: str) -> dict[str, object]:
        common = {"cell_type": kind, "id": name, "metadata": {}, "source": text.splitlines(keepends=True)}
        return common | ({"execution_count": None, "outputs": []} if kind == "code" else {})

    cells = [
        cell("markdown", "statement", statement),
        cell("code", "answer", exercise.stub),
        cell("code", "scratch", f"# try things here; grade with:  grade exercise {exercise.number}\n"),
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"

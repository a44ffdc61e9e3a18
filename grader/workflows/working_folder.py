"""The use cases `grade start`, `grade reset`: a learner's working folder with the stubs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.text import Language, Text
from grader.intake.source_file import is_untouched, read_submission

BACKUPS = "backups"
STATEMENTS = "statements"
SEVERAL = 3


@dataclass(frozen=True)
class Written:
    """A file of the working folder: written now, or left because it was there."""

    path: Path
    new: bool


def start_folder(
    folder: Path, exercises: Sequence[Exercise], language: Language, *, notebooks: bool
) -> tuple[Written, ...]:
    """Write one stub an exercise (`ex03_feed_forward.py`), notebooks if wanted, statements, and the given blocks.

    What is there already is never overwritten. Raises UsageError for a new folder inside a working folder of
    its kind: whoever types the same command again, one folder deeper, wants no second one.
    """
    around = folder.absolute().parent
    kind = "ipynb" if notebooks else "py"
    if not folder.exists() and _is_working_folder(around, kind):
        raise UsageError(
            Text(f"{around} is a working folder already", f"{around} 已经是工作目录"),
            Text(
                "to add what is missing here: grade start . (or name a folder outside: grade start ../other)",
                "要在这里补齐缺少的文件：grade start .（要另建一个，请写外面的目录：grade start ../other）",
            ),
        )
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(_files(folder, exercises, language, notebooks))


def _is_working_folder(folder: Path, kind: str) -> bool:
    """Tell whether exercises are worked on in the folder: a file or two that were copied there prove nothing."""
    own = len(list(folder.glob(f"ex[0-9][0-9]_*.{kind}")))
    return own >= SEVERAL or (own > 0 and any((folder / STATEMENTS).glob("ex[0-9][0-9]_*.md")))


def _files(
    folder: Path, exercises: Sequence[Exercise], language: Language, notebooks: bool
) -> Iterator[Written]:
    blocks: dict[str, str] = {}
    for exercise in exercises:
        statement = exercise.statement[language]
        if notebooks:
            yield _write(folder / f"{exercise.id}.ipynb", notebook_of(exercise, statement))
        else:
            yield _write(folder / f"{exercise.id}.py", _stub_of(exercise, language))
        yield _write(folder / STATEMENTS / f"{exercise.id}.md", statement)
        blocks.update(exercise.blocks)
    if blocks:
        for name, source in blocks.items():
            yield _write(folder / "course" / "blocks" / f"{name}.py", source)
        listing = "".join(f"from course.blocks.{name} import *\n" for name in blocks)
        yield _write(folder / "course" / "blocks" / "__init__.py", listing)


def _stub_of(exercise: Exercise, language: Language) -> str:
    """The stub; for Chinese, which it is not written in, with a comment that says where the Chinese statement is."""
    if language is not Language.ZH:
        return exercise.stub
    return f"# 中文题目说明：{STATEMENTS}/{exercise.id}.md　评分：grade exercise {exercise.number}\n{exercise.stub}"


def _write(path: Path, text: str) -> Written:
    if path.exists():
        return Written(path, new=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return Written(path, new=True)


def files_of(exercise: Exercise, folder: Path) -> tuple[Path, ...]:
    """The files of `folder` that could be the learner's for this exercise: `ex03_*.py` and `ex03_*.ipynb`."""
    pattern = f"ex{exercise.number:02}_*"
    return tuple(
        sorted(p for ending in ("py", "ipynb") for p in folder.glob(f"{pattern}.{ending}") if p.is_file())
    )


@dataclass(frozen=True)
class Reset:
    """A file that is the stub again, and where its old content is; `backup` None where it was the stub already."""

    path: Path
    backup: Path | None


def reset_file(exercise: Exercise, path: Path, language: Language, now: datetime) -> Reset:
    """Put the stub back in `path`, keeping the old content in `backups/` beside it; a missing file is simply written.

    The old content is moved before anything is written, and no backup is overwritten. UsageError if `path`
    cannot be read.
    """
    notebook = path.suffix == ".ipynb"
    stub = notebook_of(exercise, exercise.statement[language]) if notebook else _stub_of(exercise, language)
    backup = None
    if path.exists():
        if is_untouched(read_submission(path), exercise.stub):
            return Reset(path, None)
        backup = _free_name(path.parent / BACKUPS / f"{path.stem}.{now:%Y-%m-%d-%H%M%S}{path.suffix}")
        backup.parent.mkdir(exist_ok=True)
        path.rename(backup)
    _write(path, stub)
    return Reset(path, backup)


def _free_name(path: Path) -> Path:
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def file_of(exercise: Exercise, folder: Path) -> Path | None:
    """The exercise's file in the folder, None where there is none. Raises UsageError if several could be meant."""
    found = files_of(exercise, folder)
    if len(found) > 1:
        names = ", ".join(p.name for p in found)
        raise UsageError(
            Text(
                f"several files could be exercise {exercise.number}: {names}",
                f"有多个文件可能是练习 {exercise.number}：{names}",
            ),
            Text("name the one that you mean", "请写出你要的那一个"),
        )
    return found[0] if found else None


def file_to_reset(exercise: Exercise, folder: Path, named: Path | None) -> Path:
    """The file as named, else the one of the exercise in `folder`,
    else a new `exNN_name.py` beside other exercises' files.

    Raises UsageError if several could be meant, or if the folder holds no exercise at all.
    """
    if named is not None:
        return folder / named
    found = file_of(exercise, folder)
    if found is None and not any(folder.glob("ex[0-9][0-9]_*.*")):
        raise UsageError(
            Text(
                f"{folder} is no working folder: it holds no exercise", f"{folder} 不是工作目录：里面没有练习"
            ),
            Text("go to yours, or make one: grade start", "请进入你的工作目录，或新建一个：grade start"),
        )
    return found if found is not None else folder / f"{exercise.id}.py"


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

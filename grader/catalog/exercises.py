"""The exercises of a course, `exercises/exNN_name/`: data, stub, a statement in each language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.catalog.blocks import FOLDER as BLOCKS_FOLDER
from grader.catalog.blocks import Block, read_blocks, sources_of
from grader.catalog.course_file import FILE as COURSE_FILE
from grader.catalog.exercise_file import (
    FILE,
    FORMAT,
    contradictions,
    to_check,
    to_entry,
    to_limits,
    to_prose,
)
from grader.catalog.props import FOLDER as PROPS_FOLDER
from grader.catalog.props import read_props, unknown_props
from grader.catalog.table import Table, read_table, to_text
from grader.catalog.text_file import read_text
from grader.domain.errors import NO_HINT, ContentError, Problem, UsageError
from grader.domain.exercise import Exercise
from grader.domain.text import Language, Text

FOLDER = "exercises"
STUB = "stub.py"
README = "README.md"
STATEMENTS: Mapping[Language, str] = {language: f"statement.{language}.md" for language in Language}

_EXERCISE = re.compile(r"ex(\d\d)_[a-z0-9_]+")


def exercise_folders(course: Path) -> Mapping[int, tuple[Path, ...]]:
    """Return the folders of each exercise number, in order: one each, unless the course is at fault."""
    folders: dict[int, tuple[Path, ...]] = {}
    for path in sorted((course / FOLDER).glob("ex*_*")):
        match = _EXERCISE.fullmatch(path.name)
        if match and path.is_dir():
            folders[int(match[1])] = (*folders.get(int(match[1]), ()), path)
    return folders


def exercise_folder(course: Path, number: int) -> Path:
    """Return the folder of one exercise.

    Raises UsageError if the course has no such exercise, ContentError if it has two.
    """
    folders = exercise_folders(course)
    if number not in folders:
        listed = ", ".join(map(str, folders))
        hint = Text(f"The exercises of this course: {listed}.", f"本课程的练习：{listed}。")
        raise UsageError(
            Text(f"there is no exercise {number}", f"没有练习 {number}"), hint if folders else NO_HINT
        )
    problems = tuple(_doubles(number, folders[number]))
    if problems:
        raise ContentError(problems)
    return folders[number][0]


def load_exercise(course: Path, number: int) -> Exercise:
    """Read one exercise; raises UsageError if there is none, ContentError with all of its faults."""
    folder = exercise_folder(course, number)
    given, _ = _read_shared(course)
    exercise, problems = _read(folder, given)
    if exercise is None:
        raise ContentError(problems)
    return exercise


def load_ladder(course: Path) -> tuple[Exercise, ...]:
    """Read every exercise, by number; raises ContentError with the faults of all of them."""
    folders = exercise_folders(course)
    given, shared_problems = _read_shared(course)
    problems = [*_strays(course), *shared_problems]
    exercises: list[Exercise] = []
    for number, paths in folders.items():
        problems += _doubles(number, paths)
        for path in paths:
            exercise, faults = _read(path, given)
            problems += faults
            exercises += [exercise] if exercise else []
    if not folders:
        problems.append(
            Problem(FOLDER, "", "no exercise", "folders exNN_name", "Write one: `grade author new NAME`.")
        )
    problems += _unknown_needs(exercises, folders)
    if problems:
        raise ContentError(tuple(problems))
    return tuple(exercises)


@dataclass(frozen=True)
class _Shared:
    """What exercises may be given: blocks by name, the sources of props by their file's name."""

    blocks: Mapping[str, Block]
    props: Mapping[str, str]


def _read_shared(course: Path) -> tuple[_Shared, tuple[Problem, ...]]:
    blocks, block_problems = read_blocks(course)
    props, prop_problems = read_props(course)
    return _Shared(blocks, props), (*block_problems, *prop_problems)


def _read(folder: Path, given: _Shared) -> tuple[Exercise | None, tuple[Problem, ...]]:
    shown = f"{FOLDER}/{folder.name}"
    plain, file_problems = read_table(folder / FILE, f"{shown}/{FILE}", FORMAT)
    problems = [*file_problems, *_wrong_files(folder, shown)]
    texts: dict[str, str] = {}
    for name in (STUB, *STATEMENTS.values()):
        text, faults = read_text(folder / name, f"{shown}/{name}")
        texts[name] = text or ""
        problems += faults
    if plain is not None:
        problems += contradictions(f"{shown}/{FILE}", folder.name, plain)
        problems += _wrong_blocks(f"{shown}/{FILE}", plain, given.blocks)
        problems += unknown_props(f"{shown}/{FILE}", plain.get("props", ()), given.props)
    if plain is None or problems:
        return None, tuple(problems)
    return _exercise(plain, texts, given), ()


def _exercise(plain: Table, texts: Mapping[str, str], given: _Shared) -> Exercise:
    return Exercise(
        number=plain["number"],
        id=plain["id"],
        title=to_text(plain["title"]),
        concept=to_text(plain["concept"]),
        source=plain["source"],
        difficulty=plain["difficulty"],
        needs=tuple(plain["needs"]),
        entries=tuple(map(to_entry, plain["entries"])),
        given=tuple(plain["given"]),
        forbidden=tuple(plain["forbidden"]),
        limits=to_limits(plain.get("limits", {})),
        checks=tuple(map(to_check, plain["checks"])),
        hints=tuple(map(to_prose, plain["hints"])),
        statement={language: texts[name] for language, name in STATEMENTS.items()},
        stub=texts[STUB],
        quiz=plain["quiz"],
        questions=tuple(plain["questions"]),
        discussion=to_prose(plain["discussion"]) if "discussion" in plain else None,
        blocks=sources_of(given.blocks, plain["given"]),
        props={name: given.props[name] for name in plain.get("props", ())},
        answers={
            e["name"]: given.blocks[e["name"]].source for e in plain["entries"] if e["name"] in given.blocks
        },
    )


def _wrong_files(folder: Path, shown: str) -> Iterator[Problem]:
    """Yield the files that an exercise's folder does not have; hidden ones and caches are let be."""
    known = {FILE, STUB, *STATEMENTS.values()}
    for path in sorted(folder.iterdir()):
        if path.name not in known and not _is_ignored(path.name):
            expected = f"only {', '.join(sorted(known))}"
            yield Problem(f"{shown}/{path.name}", "", "a stray file", expected, "Remove or rename it.")


def _strays(course: Path) -> Iterator[Problem]:
    folder = course / FOLDER
    known = {README, *(Path(name).name for name in (BLOCKS_FOLDER, PROPS_FOLDER, COURSE_FILE))}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        is_exercise = _EXERCISE.fullmatch(path.name) is not None and path.is_dir()
        if not is_exercise and path.name not in known and not _is_ignored(path.name):
            shown = f"{FOLDER}/{path.name}"
            yield Problem(
                shown, "", "a stray entry", "folders exNN_name, blocks and props", "Remove or rename it."
            )


def _is_ignored(name: str) -> bool:
    return name.startswith(".") or name == "__pycache__"


def _doubles(number: int, paths: tuple[Path, ...]) -> Iterator[Problem]:
    if len(paths) > 1:
        found = " and ".join(path.name for path in paths)
        yield Problem(FOLDER, f"exercise {number}", found, "one folder", "Give one of them another number.")


def _wrong_blocks(shown: str, plain: Table, blocks: Mapping[str, Block]) -> Iterator[Problem]:
    for name in plain["given"]:
        if name not in blocks:
            expected = f"a block: {', '.join(blocks)}" if blocks else f"a file in {BLOCKS_FOLDER}"
            yield Problem(shown, f"given[{name}]", name, expected, "Correct the name, or write the block.")
    asked = {entry["name"] for entry in plain["entries"]}
    for name in sources_of(blocks, plain["given"]):
        if name in asked:
            expected = "no block that answers the exercise"
            yield Problem(shown, "given", f"{name}, which is asked for here", expected, "Do not give it.")


def _unknown_needs(exercises: list[Exercise], numbers: Mapping[int, object]) -> Iterator[Problem]:
    for exercise in exercises:
        for needed in exercise.needs:
            if needed not in numbers:
                shown = f"{FOLDER}/{exercise.id}/{FILE}"
                yield Problem(shown, "needs", str(needed), "exercises of this course", "Correct the number.")

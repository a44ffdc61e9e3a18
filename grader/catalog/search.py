"""Which exercise a learner means: its number, its id, its title in either language, the name it asks for."""

from __future__ import annotations

import difflib
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from grader.catalog.exercise_file import FILE
from grader.catalog.exercises import exercise_folders
from grader.domain.errors import UsageError
from grader.domain.text import Text

_NUMBER = re.compile(r"(?:ex|exercise)?0*(\d{1,3})")
_LIKENESS = 0.6


def find_exercise(course: Path, words: str) -> int:
    """Return the number of the exercise that `words` mean: "3", "ex03", "feed-forward", a title, part of one.

    Raises UsageError if none or several fit; its hint suggests what was meant.
    """
    folders = exercise_folders(course)
    number = _NUMBER.fullmatch(_fold(words))
    if number:
        if int(number[1]) not in folders:
            raise UsageError(
                Text(f"there is no exercise {int(number[1])}", f"没有练习 {int(number[1])}"), _range(folders)
            )
        return int(number[1])
    names = {number: tuple(_folder_names(paths)) for number, paths in folders.items()}
    found = _exact(names, words)
    if not found:
        names = {number: (*names[number], *_file_names(paths)) for number, paths in folders.items()}
        found = _exact(names, words) or _beginning(names, words)
    if len(found) > 1:
        fitting = ", ".join(f"{number} ({_spoken(folders[number])})" for number in found)
        raise UsageError(
            Text(f"{words!r} matches several exercises: {fitting}", f"{words!r} 对应多道练习：{fitting}"),
            Text("Use the number.", "请写出编号。"),
        )
    if not found:
        raise UsageError(
            Text(f"there is no exercise called {words!r}", f"没有名为 {words!r} 的练习"),
            _suggestion(names, folders, words),
        )
    return found[0]


def _folder_names(paths: tuple[Path, ...]) -> Iterator[str]:
    for path in paths:
        yield path.name
        yield path.name.partition("_")[2]


def _file_names(paths: tuple[Path, ...]) -> Iterator[str]:
    """Yield titles and entries. A file with a fault is passed over: loading the exercise tells it."""
    for path in paths:
        try:
            plain = tomllib.loads((path / FILE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        title, entries = plain.get("title"), plain.get("entries")
        values = list(title.values()) if isinstance(title, dict) else []
        values += (
            [entry.get("name") for entry in entries if isinstance(entry, dict)]
            if isinstance(entries, list)
            else []
        )
        yield from (value for value in values if isinstance(value, str))


def _exact(names: Mapping[int, tuple[str, ...]], words: str) -> list[int]:
    wanted = _fold(words)
    return [number for number, own in names.items() if wanted in map(_fold, own)]


def _beginning(names: Mapping[int, tuple[str, ...]], words: str) -> list[int]:
    """List the exercises one of whose names has, for each of the words, a word that begins like it.

    Chinese is written without spaces: there, a name need only contain the words.
    """
    wanted = _split(words)
    if not wanted:
        return []
    return [number for number, own in names.items() if any(_fits(wanted, name) for name in own)]


def _fits(wanted: list[str], name: str) -> bool:
    if all(word.isascii() for word in wanted):
        return all(any(part.startswith(word) for part in _split(name)) for word in wanted)
    return all(word in _fold(name) for word in wanted)


def _suggestion(
    names: Mapping[int, tuple[str, ...]], folders: Mapping[int, tuple[Path, ...]], words: str
) -> Text:
    numbers = {_fold(name): number for number, own in names.items() for name in own}
    near = difflib.get_close_matches(_fold(words), numbers, n=1, cutoff=_LIKENESS)
    if not near:
        return _range(folders)
    number = numbers[near[0]]
    meant = f"{number} ({_spoken(folders[number])})"
    return Text(f"Did you mean {meant}?", f"你是不是想找 {meant}？")


def _range(numbers: Iterable[int]) -> Text:
    ordered = sorted(numbers)
    if not ordered:
        return Text("This course has no exercises.", "本课程没有练习。")
    first, last = ordered[0], ordered[-1]
    return Text(f"The exercises are numbered {first} to {last}.", f"练习的编号是 {first} 到 {last}。")


def _spoken(paths: tuple[Path, ...]) -> str:
    return paths[0].name.partition("_")[2].replace("_", "-")


def _split(text: str) -> list[str]:
    return [part for part in re.split(r"[\W_]+", unicodedata.normalize("NFKC", text).casefold()) if part]


def _fold(text: str) -> str:
    """Leave letters and digits alone: "Feed-Forward", "feed_forward" and "FeedForward" are one name."""
    return "".join(_split(text))

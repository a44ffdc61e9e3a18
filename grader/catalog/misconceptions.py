"""The one catalogue of misconceptions, `quizzes/misconceptions.toml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from pydantic_core import SchemaValidator

from grader.catalog import schema
from grader.catalog.table import Table, read_table, to_text
from grader.domain.errors import ContentError, Problem
from grader.domain.misconception import Kind, Misconception, QuestionLink
from grader.domain.text import Language

FILE = "quizzes/misconceptions.toml"


class Misconceptions(Mapping[str, Misconception]):
    """The catalogue by id, read when it is first asked for: a right submission never waits for it.

    The first look-up raises ContentError if the file is faulty.
    """

    def __init__(self, course: Path) -> None:
        self._course = course

    @cached_property
    def _entries(self) -> Mapping[str, Misconception]:
        return load_misconceptions(self._course)

    def __getitem__(self, identifier: str) -> Misconception:
        return self._entries[identifier]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def load_misconceptions(course: Path) -> Mapping[str, Misconception]:
    """Read the whole catalogue, by id in the file's order; raises ContentError with all of its faults."""
    plain, problems = read_table(course / FILE, FILE, _schema())
    if plain is None:
        raise ContentError(problems)
    entries = tuple(_misconception(entry) for entry in plain["misconception"])
    problems = tuple(_contradictions(entries))
    if problems:
        raise ContentError(problems)
    return MappingProxyType({entry.id: entry for entry in entries})


def forms_for(number: int, entries: Iterable[Misconception]) -> Mapping[str, tuple[frozenset[str], ...]]:
    """The deviations that name a misconception in exercise `number`:
    its own first, then those of the nearest earlier exercise.
    """
    found: list[tuple[int, str, tuple[frozenset[str], ...]]] = []
    for entry in entries:
        own = number in entry.exercises
        earlier = max((n for n in entry.exercises if n <= number), default=None)
        forms = (*entry.own_forms, *entry.forms) if own else entry.forms
        if forms and earlier is not None:
            sets = tuple(frozenset(form.split(" & ")) for form in forms)
            found.append((0 if own else number - earlier, entry.id, sets))
    return {name: sets for _, name, sets in sorted(found, key=lambda item: item[0])}


def _schema() -> SchemaValidator:
    ids = schema.words(schema.KEBAB_CASE)
    entry = {
        "id": ids,
        "exercises": schema.array(schema.whole(1), least=1),
        "kind": schema.one_of(*Kind),
        "belief": schema.bilingual(),
        "correction": schema.bilingual(),
        "source": schema.words(least=0),
        "questions": schema.array(ids, least=1),
        "question_link": schema.one_of(*QuestionLink),
    }
    forms = {name: schema.array(schema.words()) for name in ("forms", "own_forms")}
    table = schema.table(entry, forms)
    return SchemaValidator(schema.table({"misconception": schema.array(table, least=1)}))


def _misconception(plain: Table) -> Misconception:
    return Misconception(
        id=plain["id"],
        exercises=tuple(plain["exercises"]),
        kind=Kind(plain["kind"]),
        belief=to_text(plain["belief"]),
        correction=to_text(plain["correction"]),
        source=plain["source"],
        questions=tuple(plain["questions"]),
        question_link=QuestionLink(plain["question_link"]),
        forms=tuple(plain.get("forms", ())),
        own_forms=tuple(plain.get("own_forms", ())),
    )


def _contradictions(entries: tuple[Misconception, ...]) -> Iterator[Problem]:
    """Yield what the schema cannot see: an id twice, a belief twice, a correction that repeats the belief."""
    for identifier, count in Counter(entry.id for entry in entries).items():
        if count > 1:
            place = f"misconception[{identifier}].id"
            yield Problem(FILE, place, f"{count} entries with this id", "one", "Merge them, or rename one.")
    for language in Language:
        first: dict[str, str] = {}
        for entry in entries:
            belief, place = entry.belief.get(language), f"misconception[{entry.id}].belief.{language}"
            if belief in first:
                found = f"the belief of {first[belief]}"
                yield Problem(FILE, place, found, "a belief of its own", "Say what sets the two apart.")
            first.setdefault(belief, entry.id)
            if belief == entry.correction.get(language):
                yield Problem(FILE, place, "the correction", "the belief it corrects", "Write the belief.")

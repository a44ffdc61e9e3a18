"""`exercise.toml`: its format, what must hold beyond it, its parts as the domain's types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pydantic_core import CoreSchema, SchemaValidator

from grader.catalog import schema
from grader.catalog.table import Table, to_text
from grader.domain.errors import Problem
from grader.domain.exercise import CheckSpec, Entry, Limits
from grader.domain.text import Text
from grader.domain.verdict import Tier, Visibility

FILE = "exercise.toml"


def _format() -> SchemaValidator:
    names = schema.array(schema.words(schema.IDENTIFIER))
    ids = schema.array(schema.words(schema.KEBAB_CASE))
    required = {
        "number": schema.whole(1, 99),
        "id": schema.words("^ex[0-9]{2}_[a-z0-9_]+$"),
        "difficulty": schema.whole(1, 5),
        "needs": schema.array(schema.whole(1)),
        "source": schema.words(),
        "quiz": schema.words(schema.KEBAB_CASE),
        "given": names,
        "forbidden": schema.array(schema.words(schema.DOTTED_PATH)),
        "questions": ids,
        "title": schema.bilingual(),
        "concept": schema.bilingual(),
        "entries": schema.array(_entry_format(), least=1),
        "checks": schema.array(_check_format(), least=1),
        "hints": schema.array(schema.bilingual(), least=1),
    }
    optional = {
        "limits": schema.table(
            {},
            {"wall_seconds": schema.positive(), "memory_mib": schema.whole(1), "output_kib": schema.whole(1)},
        ),
        "discussion": schema.bilingual(),
        "props": names,
    }
    return SchemaValidator(schema.table(required, optional))


def _entry_format() -> CoreSchema:
    names = schema.array(schema.words(schema.IDENTIFIER))
    required = {
        "name": schema.words(schema.IDENTIFIER),
        "kind": schema.one_of("function", "class"),
        "parameters": names,
    }
    return schema.table(required, {"forward": names, "returns": names, "by_position": names})


def _check_format() -> CoreSchema:
    required = {
        "name": schema.words(schema.CHECK_NAME),
        "tier": schema.one_of(*Tier),
        "visibility": schema.one_of(*Visibility),
        "title": schema.bilingual(),
    }
    return schema.table(required, {"points": schema.positive(), "trivial": schema.truth()})


FORMAT = _format()
"""What may be left out: `props`, `[limits]`, `[discussion]`, an entry's `forward`,
`returns` and `by_position`, a check's `points` and `trivial`.
"""


def contradictions(shown: str, folder: str, plain: Table) -> Iterator[Problem]:
    """Yield what the format cannot see: names that stand twice, numbers that disagree, points on advice.

    `shown` is the file's name in the problems, `folder` the name of the folder that it lies in.
    """
    if plain["id"] != folder:
        yield Problem(
            shown, "id", plain["id"], f"the folder's name, {folder}", "Correct the id or the folder."
        )
    if not folder.startswith(f"ex{plain['number']:02d}_"):
        yield Problem(shown, "number", str(plain["number"]), f"the number of {folder}", "Correct the number.")
    for needed in plain["needs"]:
        if needed >= plain["number"]:
            yield Problem(shown, "needs", str(needed), "earlier exercises only", "Remove it.")
    for key in ("entries", "checks"):
        yield from _repeated(shown, key, (item["name"] for item in plain.get(key, ())))
    for key in ("needs", "given", "props", "forbidden", "questions"):
        yield from _repeated(shown, key, plain.get(key, ()))
    for entry in plain["entries"]:
        if entry["kind"] == "function" and "forward" in entry:
            place = f"entries[{entry['name']}].forward"
            yield Problem(shown, place, "a forward method", "none, in a function", "Remove it.")
        called = entry["parameters"] if entry["kind"] == "function" else entry.get("forward", [])
        first = entry.get("by_position", [])
        if first != called[: len(first)]:
            place = f"entries[{entry['name']}].by_position"
            yield Problem(shown, place, str(first), f"the first of {called}", "Name them in order.")
    yield from _tiers(shown, plain["checks"])


def _repeated(shown: str, key: str, names: Iterable[object]) -> Iterator[Problem]:
    for name, count in Counter(names).items():
        if count > 1:
            yield Problem(
                shown, f"{key}[{name}]", f"{name} {count} times", "it once", "Remove or rename one."
            )


def _tiers(shown: str, checks: list[Table]) -> Iterator[Problem]:
    if not any(check["tier"] == Tier.CORE for check in checks):
        yield Problem(shown, "checks", "no core check", "at least one", "Say which checks must pass.")
    for check in checks:
        if check["tier"] == Tier.ADVICE and "points" in check:
            place = f"checks[{check['name']}].points"
            yield Problem(shown, place, str(check["points"]), "none: advice has no points", "Remove it.")


def to_entry(plain: Table) -> Entry:
    """Return a checked `[[entries]]` table as an Entry."""
    parameters, forward = tuple(plain["parameters"]), tuple(plain.get("forward", ()))
    returns, by_position = tuple(plain.get("returns", ())), tuple(plain.get("by_position", ()))
    return Entry(plain["name"], plain["kind"], parameters, forward, returns, by_position)


def to_check(plain: Table) -> CheckSpec:
    """Return a checked `[[checks]]` table as a CheckSpec."""
    return CheckSpec(
        name=plain["name"],
        tier=Tier(plain["tier"]),
        visibility=Visibility(plain["visibility"]),
        title=to_text(plain["title"]),
        points=plain.get("points"),
        trivial=plain.get("trivial", False),
    )


def to_limits(plain: Table) -> Limits:
    """Return a checked `[limits]` table as Limits, with the usual limits where it says nothing."""
    return Limits(**plain)


def to_prose(plain: Table) -> Text:
    """Return a checked text of several lines without the line ends around it."""
    return Text(en=plain["en"].strip(), zh=plain["zh"].strip())

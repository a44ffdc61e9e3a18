"""A TOML file of the course, read strictly: all of its faults come at once, as Problems with a place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic_core import SchemaValidator, ValidationError

from grader.catalog.text_file import read_text
from grader.domain.errors import Problem
from grader.domain.text import Text

Table = dict[str, Any]

_LONGEST_FOUND = 60
_EXPECTED = {
    "string_type": "a string",
    "string_too_short": "a text that is not empty",
    "int_type": "a whole number",
    "float_type": "a number",
    "list_type": "a list",
    "dict_type": "a table",
}


def read_table(path: Path, shown: str, schema: SchemaValidator) -> tuple[Table | None, tuple[Problem, ...]]:
    """Read a TOML file and check it against `schema`; return its table, or None and every fault.

    `shown` is the file's name in the faults, relative to the course.
    """
    text, problems = read_text(path, shown)
    if text is None:
        return None, problems
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, (Problem(shown, "", str(error), "TOML", "Correct the line that is named."),)
    try:
        checked: Table = schema.validate_python(plain)
    except ValidationError as error:
        return None, tuple(_problems(shown, plain, error))
    return checked, ()


def to_text(plain: Mapping[str, str]) -> Text:
    """Return a checked table of both languages as a Text."""
    return Text(en=plain["en"], zh=plain["zh"])


def place_of(plain: object, loc: Sequence[int | str]) -> str:
    """Name a place in a table for people: an item of a list goes by its id or name where it has one."""
    parts: list[str] = []
    for step in loc:
        if isinstance(step, int):
            items = plain if isinstance(plain, list) else []
            plain = items[step] if step < len(items) else None
            parts[-1:] = [f"{parts[-1] if parts else ''}[{_label(plain, step)}]"]
        else:
            plain = plain.get(step) if isinstance(plain, dict) else None
            parts.append(step)
    return ".".join(parts)


def _label(item: object, index: int) -> str:
    if isinstance(item, dict):
        for key in ("id", "name"):
            if isinstance(item.get(key), str):
                return str(item[key])
    return str(index + 1)


def _problems(shown: str, plain: Table, error: ValidationError) -> Iterator[Problem]:
    for fault in error.errors(include_url=False):
        place = place_of(plain, fault["loc"])
        if fault["type"] == "missing":
            yield Problem(shown, place, "nothing", "this key", "Add it.")
        elif fault["type"] == "extra_forbidden":
            yield Problem(shown, place, "an unknown key", "only keys of the format", "Remove or rename it.")
        else:
            expected = _expected(fault["type"], fault["msg"], fault.get("ctx", {}))
            yield Problem(shown, place, _shorten(fault["input"]), expected, "Correct the value.")


def _expected(kind: str, message: str, context: Mapping[str, object]) -> str:
    """Put into our words what the engine says, such as "Input should be 'core' or 'edge'"."""
    if kind == "string_pattern_mismatch":
        return f"something like {context['pattern']}"
    if kind == "too_short":
        return f"at least {context['min_length']} of them"
    return _EXPECTED.get(kind) or message.removeprefix("Input should be ")


def _shorten(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_FOUND else f"{text[:_LONGEST_FOUND]}..."

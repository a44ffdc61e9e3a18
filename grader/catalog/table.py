"""A TOML file of the course, read strictly: all of its faults come at once, as Problems with a place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic_core import SchemaValidator, ValidationError

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
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        found = error.strerror or str(error)
        return None, (Problem(shown, "", found, "a TOML file", "Create it, or restore it."),)
    except UnicodeDecodeError as error:
        found = f"the byte 0x{error.object[error.start]:02x} at offset {error.start}"
        return None, (Problem(shown, "", found, "text in UTF-8", "Save the file as UTF-8."),)
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
            expected = _EXPECTED.get(fault["type"]) or _plainly(fault["msg"])
            yield Problem(shown, place, _shorten(fault["input"]), expected, "Correct the value.")


def _plainly(message: str) -> str:
    """Turn the engine's "Input should be 'core' or 'edge'" into "'core' or 'edge'"."""
    return message.partition(" should be ")[2] or f"something else: {message}"


def _shorten(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_FOUND else f"{text[:_LONGEST_FOUND]}..."

"""The words in which the formats of the course's TOML files are written down.

They build schemas for the engine of pydantic (`pydantic_core`) and leave out its model classes: importing and
building those costs more than reading the whole ladder does, and `grade exercise` would wait for it.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic_core import CoreSchema, core_schema

KEBAB_CASE = "^[a-z0-9]+(-[a-z0-9]+)*$"
IDENTIFIER = "^[A-Za-z_][A-Za-z0-9_]*$"
CHECK_NAME = "^[A-Za-z][A-Za-z0-9_-]*$"
DOTTED_PATH = r"^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)+$"


def words(pattern: str | None = None, *, least: int = 1) -> CoreSchema:
    """Return the schema of a text of at least `least` characters that matches `pattern`."""
    return core_schema.str_schema(strict=True, min_length=least, pattern=pattern)


def one_of(*choices: str) -> CoreSchema:
    """Return the schema of a closed set of words."""
    return core_schema.literal_schema([str(choice) for choice in choices])


def whole(least: int, most: int | None = None) -> CoreSchema:
    """Return the schema of a whole number from `least` to `most`."""
    return core_schema.int_schema(strict=True, ge=least, le=most)


def positive() -> CoreSchema:
    """Return the schema of a finite number above 0."""
    return core_schema.float_schema(strict=True, gt=0, allow_inf_nan=False)


def truth() -> CoreSchema:
    """Return the schema of true and false."""
    return core_schema.bool_schema(strict=True)


def array(of: CoreSchema, *, least: int = 0) -> CoreSchema:
    """Return the schema of a list with at least `least` items."""
    return core_schema.list_schema(of, min_length=least, strict=True)


def table(required: Mapping[str, CoreSchema], optional: Mapping[str, CoreSchema] | None = None) -> CoreSchema:
    """Return the schema of a table that has these keys and no others."""
    fields = {key: core_schema.typed_dict_field(of, required=True) for key, of in required.items()}
    fields |= {key: core_schema.typed_dict_field(of, required=False) for key, of in (optional or {}).items()}
    return core_schema.typed_dict_schema(fields, extra_behavior="forbid", strict=True)


def bilingual() -> CoreSchema:
    """Return the schema of a text in both languages."""
    return table({"en": words(), "zh": words()})

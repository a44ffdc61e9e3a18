"""What is wrong with a source file, as plain data: the worker finds it, reports put it into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TypeVar

from grader.domain.plain_text import cleaned

MAX_SOURCE_BYTES = 256 * 1024
"""The longest code of one submission; for a notebook, that of its code cells together."""

MAX_NOTEBOOK_BYTES = 4 * 1024 * 1024
"""The longest notebook file, its stored outputs and pictures included."""

MAX_NESTING = 90
"""The deepest brackets in code and the deepest JSON in a notebook that are read at all."""

_MAX_WORDS = 500
_MAX_SUGGESTIONS = 5
_Kind = TypeVar("_Kind", bound=StrEnum)


class SourceFault(StrEnum):
    """What keeps a source from being graded."""

    EMPTY = "empty"
    TOO_LARGE = "too_large"
    TOO_DEEP = "too_deep"
    TOO_COMPLEX = "too_complex"
    ENCODING = "encoding"
    UTF16 = "utf16"
    NUL_BYTES = "nul_bytes"
    NOTEBOOK = "notebook"
    SYNTAX = "syntax"
    INDENTATION = "indentation"
    MISSING_PACKAGE = "missing_package"
    RAISED = "raised"
    EXITED = "exited"
    MISSING_ENTRY = "missing_entry"
    WRONG_KIND = "wrong_kind"
    SIGNATURE = "signature"
    MISNAMED = "misnamed"
    FORBIDDEN_BASE = "forbidden_base"
    ARCHIVE = "archive"


class SourceRemark(StrEnum):
    """What is worth telling of a source that is graded all the same: what a notebook did beside defining things, and
    where right code does otherwise than the contract words it.
    """

    RAISED = "raised"
    MISSING_PACKAGE = "missing_package"
    STOPPED = "stopped"
    SKIPPED = "skipped"
    PRINTED = "printed"
    MAGIC = "magic"
    BROKEN_CELL = "broken_cell"
    OTHER_NAMES = "other_names"
    SINGLE_PRECISION = "single_precision"


@dataclass(frozen=True)
class SourceProblem:
    """One fault of a source: its kind, its place, what was found, what was expected.

    `line` and `column` count from 1, within `cell` where the source is a notebook (`cell` counts code
    cells from 1); `text` is the line itself. `suggestions` are names that the learner may have meant.
    """

    kind: SourceFault
    file: str
    line: int | None = None
    column: int | None = None
    found: str = ""
    expected: str = ""
    cell: int | None = None
    text: str = ""
    suggestions: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class SourceNote:
    """One remark, about a notebook's cell or (cell 0) a whole file; `text` is the exception, the magic, the names as
    "NAME (CONTRACT'S NAME)", or nothing.
    """

    kind: SourceRemark
    cell: int
    line: int | None = None
    text: str = ""


class MalformedProblem(ValueError):
    """Plain data that claims to be a problem or a note and is none: its sender broke the protocol."""


def to_plain(item: SourceProblem | SourceNote) -> dict[str, object]:
    """Return the item as JSON-ready data, every text clean and capped, for the way out of the sandbox."""
    plain: dict[str, object] = {}
    for name, value in asdict(item).items():
        if isinstance(value, tuple):
            plain[name] = [cleaned(str(each))[:_MAX_WORDS] for each in value[:_MAX_SUGGESTIONS]]
        else:
            plain[name] = (
                value if value is None or isinstance(value, int) else cleaned(str(value))[:_MAX_WORDS]
            )
    return plain


def problem_from_plain(plain: object) -> SourceProblem:
    """Read a problem back from what a child sent, trusting nothing; raises MalformedProblem."""
    fields = _fields(plain, frozenset(SourceProblem.__dataclass_fields__))
    suggestions = fields.get("suggestions", [])
    if not isinstance(suggestions, list) or len(suggestions) > _MAX_SUGGESTIONS:
        raise MalformedProblem("suggestions")
    return SourceProblem(
        kind=_kind(SourceFault, fields),
        file=_words(fields, "file"),
        line=_number(fields, "line"),
        column=_number(fields, "column"),
        found=_words(fields, "found"),
        expected=_words(fields, "expected"),
        cell=_number(fields, "cell"),
        text=_words(fields, "text"),
        suggestions=tuple(_words({"suggestion": each}, "suggestion") for each in suggestions),
    )


def note_from_plain(plain: object) -> SourceNote:
    """Read a note back from what a child sent, trusting nothing; raises MalformedProblem."""
    fields = _fields(plain, frozenset(SourceNote.__dataclass_fields__))
    cell = _number(fields, "cell")
    if cell is None:
        raise MalformedProblem("cell")
    return SourceNote(_kind(SourceRemark, fields), cell, _number(fields, "line"), _words(fields, "text"))


def _fields(plain: object, known: frozenset[str]) -> Mapping[str, object]:
    if not isinstance(plain, dict) or not plain.keys() <= known:
        raise MalformedProblem("fields")
    return plain


def _kind(kinds: type[_Kind], fields: Mapping[str, object]) -> _Kind:
    try:
        return kinds(_words(fields, "kind"))
    except ValueError as error:
        raise MalformedProblem("kind") from error


def _words(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name, "")
    if not isinstance(value, str) or len(value) > _MAX_WORDS:
        raise MalformedProblem(name)
    return value


def _number(fields: Mapping[str, object], name: str) -> int | None:
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**7:
        raise MalformedProblem(name)
    return value

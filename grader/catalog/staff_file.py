"""A file that staff wrote: its faults are wrong usage, not the grader's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from grader.domain.errors import ContentError, UsageError
from grader.domain.text import Text

T = TypeVar("T")


def people_wrote(read: Callable[[Path], T], path: Path) -> T:
    """Return what `read` makes of the file; UsageError with all of its faults, each told as an author reads it."""
    try:
        return read(path)
    except ContentError as error:
        raise UsageError(Text(str(error), f"文件有误：\n{error}")) from error

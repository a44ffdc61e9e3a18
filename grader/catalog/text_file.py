"""A text file of the course, whose faults are told, not raised."""

from __future__ import annotations

from pathlib import Path

from grader.domain.errors import Problem


def read_text(path: Path, shown: str) -> tuple[str | None, tuple[Problem, ...]]:
    """Return a file's text, or None and what is wrong: no such file, not UTF-8, nothing in it.

    `shown` is the file's name in the fault, relative to the course.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None, (Problem(shown, "", "no such file", "a text", "Write it, or restore it."),)
    except OSError as error:
        found = error.strerror or str(error)
        return None, (Problem(shown, "", found, "a file that can be read", "Check its kind and its rights."),)
    except UnicodeDecodeError as error:
        found = f"the byte 0x{error.object[error.start]:02x} at offset {error.start}"
        return None, (Problem(shown, "", found, "text in UTF-8", "Save the file as UTF-8."),)
    if not text.strip():
        return None, (Problem(shown, "", "an empty file", "a text", "Write it, or restore it."),)
    return text, ()

"""The props of a course: `exercises/props/*.py`, what cases call a submission with beside tensors.

They are public, are read here as text, and are run only where a submission is observed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from grader.catalog.text_file import read_text
from grader.domain.errors import Problem

FOLDER = "exercises/props"


def read_props(course: Path) -> tuple[Mapping[str, str], tuple[Problem, ...]]:
    """Return the sources of the course's props by their file's name, and the faults of their files."""
    props: dict[str, str] = {}
    problems: list[Problem] = []
    for path in sorted((course / FOLDER).glob("*.py")):
        source, faults = read_text(path, f"{FOLDER}/{path.name}")
        problems += faults
        if source is not None:
            props[path.stem] = source
    return props, tuple(problems)


def unknown_props(shown: str, wanted: Sequence[str], props: Mapping[str, str]) -> Iterator[Problem]:
    """Yield what an exercise's file, named `shown`, asks for that is no prop."""
    for name in wanted:
        if name not in props:
            expected = f"a prop: {', '.join(props)}" if props else f"a file in {FOLDER}"
            yield Problem(shown, f"props[{name}]", name, expected, "Correct the name, or write the prop.")

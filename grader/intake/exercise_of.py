"""Which exercises a file is for: by its name, else by the names that it defines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.domain.exercise import Exercise
from grader.domain.submission import SourceKind, Submission
from grader.intake.source_file import find_size_problem, notebook_code
from grader.source.text import SourceRefused, decode_python, map_lines

NUMBERED = re.compile(r"(?:^|[^a-z])(?:exercises?|ex|练习|习题)[ _.-]?0*(\d{1,2})(?!\d)", re.IGNORECASE)
_DEFINED = re.compile(r"^(?:(?:async\s+)?def|class)\s+([A-Za-z_]\w*)|^([A-Za-z_]\w*)\s*(?::[^=\n]+)?=(?!=)")


def exercise_in_name(path: str, exercises: Sequence[Exercise]) -> int | None:
    """Return the number of the exercise that a path names, its last component first; None where none does."""
    known = {exercise.number for exercise in exercises}
    for part in reversed(path.split("/")):
        for exercise in exercises:
            if part.lower().startswith(exercise.id.lower()):
                return exercise.number
        for match in NUMBERED.finditer(part):
            if int(match.group(1)) in known:
                return int(match.group(1))
    return None


def exercises_by_definitions(submission: Submission, exercises: Sequence[Exercise]) -> tuple[int, ...]:
    """Return the exercises all of whose entries the source defines at top level, by number.

    Of exercises with the same entries only the first is returned. Nothing is parsed: the text is searched
    line by line, strings and brackets aside. A source that cannot be read defines nothing.
    """
    defined = defined_names(submission)
    found: dict[tuple[str, ...], int] = {}
    for exercise in sorted(exercises, key=lambda each: each.number):
        names = tuple(sorted(entry.name for entry in exercise.entries))
        if names and defined.issuperset(names):
            found.setdefault(names, exercise.number)
    return tuple(sorted(found.values()))


def defines(submission: Submission, exercise: Exercise) -> bool:
    """Tell whether a source defines all entries of an exercise; one that cannot be read does not."""
    return defined_names(submission).issuperset(entry.name for entry in exercise.entries)


def defined_names(submission: Submission) -> frozenset[str]:
    """Return the names that a source defines at top level, as far as its text tells."""
    if find_size_problem(submission) is not None:
        return frozenset()
    try:
        if submission.kind is SourceKind.NOTEBOOK:
            texts = notebook_code(submission)
        else:
            texts = [decode_python(submission.source, submission.name)]
    except SourceRefused:
        return frozenset()
    names: set[str] = set()
    for text in texts:
        begins = map_lines(text).begins_statement
        for line, begin in zip(text.split("\n"), begins, strict=True):
            if begin and (match := _DEFINED.match(line)):
                names.add(match.group(1) or match.group(2))
    return frozenset(names)

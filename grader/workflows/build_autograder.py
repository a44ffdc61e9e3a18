"""Builds a platform's autograder as a zip: the grader, the course with the references that are needed, two scripts.

The zip holds the answers: it goes to the platform's staff pages and to nobody else.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import grader
from grader.catalog.course import has_reference, references_of, shared_paths
from grader.confinement.one_thread import ONE_THREAD
from grader.domain.errors import UsageError
from grader.domain.exercise import MAX_SCORE, Exercise
from grader.domain.text import Language, Text
from grader.domain.verdict import Confinement
from grader.workflows.autograde import ResultFile
from grader.workflows.zip_entry import EXECUTABLE, PLAIN, add_entry

LEFT_OUT = frozenset({"alternatives", "unlisted"})
NOT_IN_A_CONTAINER = frozenset({"watchfiles", "fsrs", "matplotlib", "XlsxWriter", "alembic"})

SETUP = """\
#!/usr/bin/env bash
# Prepares the container once: Python 3.11 or newer, and the packages that the grader was built with.
set -euo pipefail
ROOT="${AUTOGRADER_ROOT:-/autograder}"
HERE="$(cd "$(dirname "$0")" && pwd)"
PYTHON=""
for name in python3.13 python3.12 python3.11; do
  if "$name" -c 'import venv, ensurepip' 2> /dev/null; then PYTHON="$name"; break; fi
done
if [ -z "$PYTHON" ]; then
  apt-get update && apt-get install -y --no-install-recommends python3.11 python3.11-venv
  PYTHON=python3.11
fi
"$PYTHON" -m venv "$ROOT/venv"
# torch for the CPU is enough: whoever has an index of such builds names it in the settings of pip.
"$ROOT/venv/bin/pip" install --no-cache-dir -r "$HERE/requirements.txt"
SITE="$("$ROOT/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
echo "$HERE" > "$SITE/addnorm.pth"
chmod -R go-rwx "$HERE/course/reference"
"""

RUN = """\
#!/usr/bin/env bash
# Grades one submission. No result file means that the autograder failed: our fault, and nobody has a score.
set -euo pipefail
ROOT="${{AUTOGRADER_ROOT:-/autograder}}"
HERE="${{AUTOGRADER_SOURCE:-{source}}}"
PYTHON="${{AUTOGRADER_PYTHON:-$ROOT/venv/bin/python}}"
export {threads} PYTHONPATH="$HERE"
exec "$PYTHON" -m grader.cli.autograde {form} "$HERE/course" "{submission}" "{result}" \\
  {language} {level} {numbers}
"""

PLACES = {
    ResultFile.GRADESCOPE: ("$ROOT/source", "$ROOT/submission", "$ROOT/results/results.json"),
    ResultFile.CLASSROOM50: (
        '$(cd "$(dirname "$0")" && pwd)',
        "${SUBMISSION_DIR:-$PWD}",
        "${RESULT_FILE:-$PWD/result.json}",
    ),
}


@dataclass(frozen=True)
class Built:
    """A finished zip, and the points that the assignment must have on the platform."""

    path: Path
    points: float
    files: int


def build_autograder(
    course: Path,
    exercises: Sequence[Exercise],
    form: ResultFile,
    target: Path,
    language: Language,
    *,
    unconfined: bool = False,
) -> Built:
    """Write the zip for these exercises. Raises UsageError where there is no reference or the file exists."""
    if target.exists():
        raise UsageError(
            Text(f"{target} exists already", f"{target} 已经存在"),
            Text("name another file with -o", "请用 -o 指定另一个文件"),
        )
    for exercise in exercises:
        if not has_reference(course, exercise.id):
            raise UsageError(
                Text(
                    f"exercise {exercise.number} has no reference solution in {course}",
                    f"{course} 中没有练习 {exercise.number} 的参考答案",
                ),
                Text(
                    "An autograder needs the full course: name it with --course.",
                    "自动评分包需要完整的课程：请用 --course 指定。",
                ),
            )
    level = Confinement.NONE if unconfined else Confinement.NO_OPENS
    files = dict(_scripts(exercises, form, language, level))
    half = target.with_name(target.name + ".part")
    count = 0
    with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            add_entry(archive, name, text.encode(), EXECUTABLE if not name.endswith(".txt") else PLAIN)
        for name, path in sorted(_sources(course, exercises)):
            add_entry(archive, name, path.read_bytes(), PLAIN)
        count = len(archive.namelist())
    half.replace(target)
    return Built(target, MAX_SCORE * len(exercises), count)


def _scripts(
    exercises: Sequence[Exercise], form: ResultFile, language: Language, level: Confinement
) -> Iterator[tuple[str, str]]:
    source, submission, result = PLACES[form]
    numbers = " ".join(str(exercise.number) for exercise in exercises)
    yield "setup.sh", SETUP
    run = RUN.format(
        threads=" ".join(f"{name}={number}" for name, number in ONE_THREAD.items()),
        form=form,
        source=source,
        submission=submission,
        result=result,
        language=language.value,
        level=level,
        numbers=numbers,
    )
    yield "run_autograder", run
    yield "requirements.txt", "\n".join(requirements()) + "\n"


def requirements() -> list[str]:
    """What the grader needs beside the standard library, at the versions that it runs with here."""
    wanted = [text for text in metadata.requires("addnorm") or () if "extra ==" not in text]
    names = [match.group() for text in wanted if (match := re.match(r"[A-Za-z0-9._-]+", text))]
    return [
        f"{name}=={metadata.version(name).partition('+')[0]}"
        for name in sorted(names, key=str.casefold)
        if name not in NOT_IN_A_CONTAINER
    ]


def _sources(course: Path, exercises: Sequence[Exercise]) -> Iterator[tuple[str, Path]]:
    package = Path(grader.__file__).parent
    for path in _files(package):
        relative = path.relative_to(package)
        if relative.parts[0] != "course":
            yield f"grader/{relative.as_posix()}", path
    roots = [course / "exercises" / exercise.id for exercise in exercises]
    roots += [*shared_paths(course), course / "quizzes"]
    roots += sorted({folder for exercise in exercises for folder in references_of(course, exercise.id)})
    for root in roots:
        for path in _files(root):
            yield f"course/{path.relative_to(course).as_posix()}", path


def _files(root: Path) -> Iterator[Path]:
    if root.is_file():
        yield root
    for path in sorted(root.rglob("*")):
        inner = path.relative_to(root).parts
        hidden = any(part.startswith(".") or part == "__pycache__" or part in LEFT_OUT for part in inner)
        if path.is_file() and not hidden and path.suffix != ".pyc":
            yield path

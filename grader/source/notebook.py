"""From a notebook's JSON text to the Python of its code cells, magics or shell lines made harmless."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from grader.domain.source_problem import (
    MAX_SOURCE_BYTES,
    SourceFault,
    SourceNote,
    SourceProblem,
    SourceRemark,
)
from grader.source.text import SourceRefused, check_nesting

_FOREIGN_CELLS = frozenset(
    (
        "bash",
        "sh",
        "shell",
        "script",
        "cmd",
        "powershell",
        "html",
        "HTML",
        "svg",
        "SVG",
        "latex",
        "markdown",
        "javascript",
        "js",
        "perl",
        "ruby",
        "R",
        "pypy",
        "python2",
        "sql",
        "bigquery",
        "cython",
        "writefile",
        "file",
    )
)
_WRITING_CELLS = frozenset(("writefile", "file"))
_LINE_ESCAPE = re.compile(r"^(\s*)(%{1,2}|!{1,2}|\?{1,2})(.*)$")
_HELP_SUFFIX = re.compile(r"^(\s*)%{0,2}[A-Za-z_*][\w.*\[\]]*\?{1,2}\s*;?\s*$")
_ASSIGNED_ESCAPE = re.compile(r"^(\s*[A-Za-z_][\w.,\s]*=\s*)([!%])(?!=)(.*)$")
_CALL = r"get_ipython\(\)\.(?:run_line_magic|run_cell_magic|magic|system|getoutput|getoutputs)\("
_TRANSFORMED = re.compile(rf"^(\s*)((?:[A-Za-z_][\w.,\s]*=\s*)?){_CALL}.*\)\s*;?\s*(?:#.*)?$")
_OURS = re.compile(
    rf"^\s*(?:%(?:(?:re)?load_ext\s+grader|grade)\b"
    rf"|{_CALL}\s*(['\"])(?:(?:re)?load_ext\1\s*,\s*(['\"])grader\2|grade\1|(?:(?:re)?load_ext\s+grader|grade)\b))"
)
_TIMED = re.compile(r"^(?:time|capture)\s+(?!-)(.+)$")


@dataclass(frozen=True)
class CodeCell:
    """One code cell: its number among the code cells (from 1), its Python, and what was left out of it."""

    number: int
    text: str
    notes: tuple[SourceNote, ...]


def read_cells(text: str, file: str) -> tuple[CodeCell, ...]:
    """Return a notebook's code cells in order, as harmless Python; raises SourceRefused.

    Size and depth of the file have been checked; those of its code are checked here.
    """
    sources = code_sources(text, file)
    if sum(len(source.encode()) for source in sources) > MAX_SOURCE_BYTES:
        found = sum(len(source.encode()) for source in sources) // 1024
        raise SourceRefused(
            SourceProblem(
                SourceFault.TOO_LARGE, file, found=f"{found} KiB", expected=f"{MAX_SOURCE_BYTES // 1024} KiB"
            )
        )
    if not any(source.strip() for source in sources):
        raise SourceRefused(SourceProblem(SourceFault.EMPTY, file))
    return tuple(_clean_cell(number, source, file) for number, source in enumerate(sources, start=1))


def code_sources(text: str, file: str) -> list[str]:
    """Return the text of each code cell of a notebook's JSON, format 2 to 4; raises SourceRefused.

    Read by ourselves because nothing but the cells is wanted, and nbformat, with the ten packages that it
    imports, would have to be readable to hostile code; a test holds the two to the same cells.
    """
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        found = f"JSON: {error.msg}"
        problem = SourceProblem(SourceFault.NOTEBOOK, file, error.lineno, error.colno, found=found)
        raise SourceRefused(problem) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, say
        problem = SourceProblem(SourceFault.NOTEBOOK, file, found=f"JSON: {error}"[:200])
        raise SourceRefused(problem) from error
    sheets = content.get("worksheets") if isinstance(content, dict) else None
    holders = [content, *sheets] if isinstance(sheets, list) else [content]
    lists = [holder["cells"] for holder in holders if isinstance(holder, dict) and "cells" in holder]
    if not lists or not all(isinstance(cells, list) for cells in lists):
        raise SourceRefused(SourceProblem(SourceFault.NOTEBOOK, file, found="JSON without cells"))
    code = (cell for cells in lists for cell in cells if isinstance(cell, dict))
    return [_cell_source(cell, file) for cell in code if cell.get("cell_type") == "code"]


def _cell_source(cell: dict[str, object], file: str) -> str:
    source = cell.get("source", cell.get("input", ""))
    lines = source if isinstance(source, list) else [source]
    words = [line for line in lines if isinstance(line, str)]
    # formats 2 and 3 may list lines without their ends
    is_old = "input" in cell and bool(words) and not words[0].endswith(("\n", "\r"))
    text = ("\n" if is_old else "").join(words)
    is_text = all(isinstance(line, str) for line in lines) and "\0" not in text
    if not is_text or any("\ud800" <= char <= "\udfff" for char in text):
        raise SourceRefused(SourceProblem(SourceFault.NOTEBOOK, file, found="a cell that is no text"))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _clean_cell(number: int, source: str, file: str) -> CodeCell:
    begins = check_nesting(source, file, number).begins_statement
    lines = source.split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    if lines[first].startswith("%%"):
        magic = lines[first][2:].split()
        if magic and magic[0] in _WRITING_CELLS and magic[-1].endswith(".py"):
            return _written_file(number, lines, begins, first)
        if magic and magic[0] in _FOREIGN_CELLS:
            note = SourceNote(SourceRemark.MAGIC, number, first + 1, lines[first].strip()[:60])
            return CodeCell(number, "\n" * (len(lines) - 1), (note,))
    return _clean_lines(number, lines, begins)


def _written_file(number: int, lines: list[str], begins: tuple[bool, ...], first: int) -> CodeCell:
    """A cell that writes a Python file is read as that file: the answer may stand nowhere else."""
    note = SourceNote(SourceRemark.MAGIC, number, first + 1, lines[first].strip()[:60])
    cell = _clean_lines(number, [*lines[:first], "", *lines[first + 1 :]], begins)
    return CodeCell(number, cell.text, (note, *cell.notes))


def _clean_lines(number: int, lines: list[str], begins: tuple[bool, ...]) -> CodeCell:
    cleaned: list[str] = []
    notes: list[SourceNote] = []
    in_escape = False
    for index, line in enumerate(lines):
        if in_escape:
            cleaned.append("")
        elif begins[index] and (harmless := _neutralise(line)) is not None:
            cleaned.append(harmless)
            if not _OURS.match(line):
                notes.append(SourceNote(SourceRemark.MAGIC, number, index + 1, line.strip()[:60]))
            in_escape = harmless.strip() in ("pass", "") or harmless.endswith("None")
        else:
            cleaned.append(line)
        in_escape = in_escape and line.endswith("\\")
    return CodeCell(number, "\n".join(cleaned), tuple(notes))


def without_ipython_calls(text: str, file: str) -> str:
    """Return a `.py` file's text with IPython's lines, as an exported notebook spells them, made harmless.

    Such a file asks `get_ipython()` for what a magic did, and there is none while grading.
    """
    if "get_ipython()" not in text:
        return text
    begins = check_nesting(text, file).begins_statement
    lines = text.split("\n")
    return "\n".join(
        harmless if begins[index] and (harmless := _undone_call(line)) is not None else line
        for index, line in enumerate(lines)
    )


def _undone_call(line: str) -> str | None:
    """Return what stands for a magic or shell line that IPython has turned into Python, None for other lines."""
    match = _TRANSFORMED.match(line)
    if match is None:
        return None
    indent, assigned = match.groups()
    return f"{indent}{assigned}None" if assigned else f"{indent}pass"


def _neutralise(line: str) -> str | None:
    """Return the line that stands for an IPython line, None if it is Python."""
    if (undone := _undone_call(line)) is not None:
        return undone
    if match := _LINE_ESCAPE.match(line):
        indent, sign, rest = match.groups()
        timed = _TIMED.match(rest) if sign == "%" else None
        return f"{indent}{timed.group(1)}" if timed else f"{indent}pass"
    if match := _HELP_SUFFIX.match(line):
        return f"{match.group(1)}pass"
    if match := _ASSIGNED_ESCAPE.match(line):
        timed = _TIMED.match(match.group(3)) if match.group(2) == "%" else None
        return f"{match.group(1)}{timed.group(1) if timed else 'None'}"
    return None

"""Turns a learner's file into compiled code, in pieces; for the sandbox, since parsing is a risk too."""

from __future__ import annotations
import __future__

import ast
import linecache
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from types import CodeType
from typing import TypeVar

from grader.domain.source_problem import SourceFault, SourceNote, SourceProblem, SourceRemark
from grader.domain.submission import SourceKind
from grader.source.notebook import read_cells, without_ipython_calls
from grader.source.text import (
    SourceRefused,
    check_nesting,
    check_size,
    decode_notebook,
    decode_python,
)

Made = TypeVar("Made")
MAX_NODES = 60_000
MAX_DEPTH = 200


class UnitRole(StrEnum):
    """What a piece of code is: a whole file, a definition, an assignment, or an experiment beside them."""

    FILE = "file"
    DEFINITION = "definition"
    ASSIGNMENT = "assignment"
    EXPERIMENT = "experiment"


@dataclass(frozen=True)
class CodeUnit:
    """One piece of compiled code: a whole `.py` file, or one top-level statement of a notebook's cell."""

    code: CodeType
    role: UnitRole
    line: int
    cell: int | None = None


@dataclass(frozen=True)
class LoadedSource:
    """A source ready to run: `fatal` is what keeps it from that, `broken` are cells that cannot be compiled.

    `filenames` are those under which tracebacks speak of it: the learner's own file name, for a notebook
    followed by ", cell 3". `text` is the code that was compiled, cell behind cell.
    """

    name: str
    kind: SourceKind
    units: tuple[CodeUnit, ...] = ()
    fatal: SourceProblem | None = None
    broken: tuple[SourceProblem, ...] = ()
    notes: tuple[SourceNote, ...] = ()
    filenames: tuple[str, ...] = field(default=())
    text: str = ""


def load_code(kind: SourceKind, source: bytes, name: str) -> LoadedSource:
    """Compile the `.py` or `.ipynb` file `name`; its faults come back as `fatal` or `broken`.

    Line numbers are the learner's; linecache learns the text, so that tracebacks show lines.
    """
    file = "".join(char if char.isprintable() else "?" for char in name)[:120] or "submission"
    try:
        check_size(kind, source, file)
        if kind is SourceKind.NOTEBOOK:
            return _load_notebook(decode_notebook(source, file), file)
        return _load_file(decode_python(source, file), file)
    except SourceRefused as refusal:
        return LoadedSource(file, kind, fatal=refusal.problem)


def _load_file(text: str, file: str) -> LoadedSource:
    check_nesting(text, file)
    _teach_linecache(file, text)
    text = without_ipython_calls(text, file)
    tree = _parse(text, file, file, None)
    if not _has_code(tree):
        raise SourceRefused(SourceProblem(SourceFault.EMPTY, file))
    unit = CodeUnit(_compile(tree, text, file, file, None, 0), UnitRole.FILE, 1)
    return LoadedSource(file, SourceKind.PYTHON, (unit,), filenames=(file,), text=text)


def _load_notebook(text: str, file: str) -> LoadedSource:
    units: list[CodeUnit] = []
    broken: list[SourceProblem] = []
    notes: list[SourceNote] = []
    filenames: list[str] = []
    texts: list[str] = []
    flags = 0
    for cell in read_cells(text, file):
        notes.extend(cell.notes)
        filename = f"{file}, cell {cell.number}"
        filenames.append(filename)
        _teach_linecache(filename, cell.text)
        try:
            tree = _parse(cell.text, file, filename, cell.number)
        except SourceRefused as refusal:
            broken.append(refusal.problem)
            continue
        texts.append(cell.text)
        for statement in tree.body:
            flags |= _future_flags(statement)
            piece = ast.Module([statement], [])
            try:
                code = _compile(piece, cell.text, file, filename, cell.number, flags)
            except SourceRefused as refusal:
                broken.append(refusal.problem)
                continue
            units.append(CodeUnit(code, _role(statement), statement.lineno, cell.number))
    notes.extend(SourceNote(SourceRemark.BROKEN_CELL, p.cell or 0, p.line, p.found) for p in broken)
    if not units:
        raise SourceRefused(broken[0] if broken else SourceProblem(SourceFault.EMPTY, file))
    return LoadedSource(
        file,
        SourceKind.NOTEBOOK,
        tuple(units),
        None,
        tuple(broken),
        tuple(notes),
        tuple(filenames),
        "\n".join(texts),
    )


def _parse(text: str, file: str, filename: str, cell: int | None) -> ast.Module:
    tree = _guarded(lambda: ast.parse(text, filename), text, file, cell)
    nodes, depth, line = _measure(tree)
    if nodes > MAX_NODES:
        raise SourceRefused(
            SourceProblem(SourceFault.TOO_COMPLEX, file, found=str(nodes), expected=str(MAX_NODES), cell=cell)
        )
    if depth > MAX_DEPTH:
        raise SourceRefused(
            SourceProblem(
                SourceFault.TOO_DEEP, file, line, found=str(depth), expected=str(MAX_DEPTH), cell=cell
            )
        )
    return tree


def _compile(tree: ast.Module, text: str, file: str, filename: str, cell: int | None, flags: int) -> CodeType:
    def compiled() -> CodeType:
        code: CodeType = compile(tree, filename, "exec", flags=flags, dont_inherit=True)
        return code

    return _guarded(compiled, text, file, cell)


def _guarded(make: Callable[[], Made], text: str, file: str, cell: int | None) -> Made:
    """Call the parser or compiler and turn each way in which it can fail into a refusal with its place."""
    try:
        return make()
    except SyntaxError as error:
        raise SourceRefused(_syntax_problem(error, text, file, cell)) from error
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        found = type(error).__name__
        raise SourceRefused(SourceProblem(SourceFault.TOO_COMPLEX, file, found=found, cell=cell)) from error


def _syntax_problem(error: SyntaxError, text: str, file: str, cell: int | None) -> SourceProblem:
    lines = text.split("\n")
    number = error.lineno
    line = lines[number - 1] if number is not None and 0 < number <= len(lines) else ""
    is_indentation = isinstance(error, IndentationError)
    return SourceProblem(
        SourceFault.INDENTATION if is_indentation else SourceFault.SYNTAX,
        file,
        line=number or None,
        column=error.offset if error.offset and error.offset > 0 else None,
        found=str(error.msg),
        cell=cell,
        text=line.strip()[:200],
    )


def _measure(tree: ast.Module) -> tuple[int, int, int]:
    """Return the number of nodes, the greatest depth and the line where it is reached."""
    nodes = deepest = line = 0
    waiting: list[tuple[ast.AST, int, int]] = [(tree, 0, 1)]
    while waiting:
        node, depth, nearest = waiting.pop()
        nodes += 1
        nearest = getattr(node, "lineno", nearest)
        if depth > deepest:
            deepest, line = depth, nearest
        waiting.extend((child, depth + 1, nearest) for child in ast.iter_child_nodes(node))
    return nodes, deepest, line


def _has_code(tree: ast.Module) -> bool:
    return any(not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)) for s in tree.body)


def _future_flags(statement: ast.stmt) -> int:
    if not isinstance(statement, ast.ImportFrom) or statement.module != "__future__":
        return 0
    features = (getattr(__future__, alias.name, None) for alias in statement.names)
    flag = 0
    for feature in features:
        flag |= getattr(feature, "compiler_flag", 0)
    return flag


def _role(statement: ast.stmt) -> UnitRole:
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    if isinstance(statement, definitions):
        return UnitRole.DEFINITION
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return UnitRole.ASSIGNMENT
    if isinstance(statement, (ast.If, ast.Try, ast.With)) and any(
        isinstance(each, definitions) for each in _inner(statement)
    ):
        return UnitRole.ASSIGNMENT
    return UnitRole.EXPERIMENT


def _inner(statement: ast.stmt) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(statement):
        yield child
        if isinstance(child, ast.ExceptHandler):
            yield from child.body


def _teach_linecache(filename: str, text: str) -> None:
    lines = [line + "\n" for line in text.split("\n")]
    linecache.cache[filename] = (len(text), None, lines, filename)

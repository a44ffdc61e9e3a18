"""Loading a learner's file: every fault of it is told with its place, and hostile text is refused."""

from __future__ import annotations

import codecs
import inspect
import json
import linecache

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.domain.source_problem import MAX_NOTEBOOK_BYTES, MAX_SOURCE_BYTES, SourceFault, SourceProblem
from grader.domain.submission import SourceKind
from grader.source.code import LoadedSource, load_code
from grader.source.notebook import code_sources
from grader.worker.execution import execute, new_module


def load(source: str | bytes) -> LoadedSource:
    """Load a `.py` file."""
    data = source.encode() if isinstance(source, str) else source
    return load_code(SourceKind.PYTHON, data, "ex03_feed_forward.py")


def fault(source: str | bytes) -> SourceProblem:
    """Load a `.py` file that must be refused."""
    problem = load(source).fatal
    assert problem is not None
    assert problem.file == "ex03_feed_forward.py"
    return problem


def test_syntax_error_is_told_with_line_column_and_text() -> None:
    """A syntax error names the line, the column and the line's text."""
    problem = fault("x = 1\ny = (2 +* 3)\n")
    assert (problem.kind, problem.line, problem.text) == (SourceFault.SYNTAX, 2, "y = (2 +* 3)")
    assert problem.column == 9


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_numbers_do_not_depend_on_line_ends(end: str) -> None:
    """Whatever the line ends, a fault is on the line that the learner's editor shows."""
    assert fault(end.join(["x = 1", "", "y = )", ""])).line == 3


def test_mixed_tabs_and_spaces_are_an_indentation_fault() -> None:
    """Tabs mixed with spaces are told as indentation, with the line."""
    problem = fault("def f(x):\n\tif x:\n        return 1\n")
    assert (problem.kind, problem.line) == (SourceFault.INDENTATION, 3)


def test_byte_order_mark_is_harmless() -> None:
    """A UTF-8 file with a byte order mark is read as Python reads it."""
    assert load(codecs.BOM_UTF8 + b"x = 1\n").fatal is None


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_named(encoding: str) -> None:
    """A file saved as UTF-16, marked or not, is told to be just that."""
    assert fault("def feed_forward(x):\n    return x\n".encode(encoding)).kind is SourceFault.UTF16


def test_bad_utf8_is_told_with_its_place() -> None:
    """Bytes that are no UTF-8 are told by line and column."""
    problem = fault("x = 1\n# 你好\n".encode("gbk"))
    assert (problem.kind, problem.line, problem.column) == (SourceFault.ENCODING, 2, 3)


def test_declared_encoding_is_used() -> None:
    """A coding line is honoured as Python honours it."""
    loaded = load("# -*- coding: gbk -*-\nx = '你好'\n".encode("gbk"))
    module = new_module(loaded)
    execute(loaded, module.__dict__)
    assert module.x == "你好"


@pytest.mark.parametrize("encoding", ["punycode", "idna", "rot13", "zlib", "unicode_escape", "nonsense"])
def test_odd_declared_encodings_are_refused(encoding: str) -> None:
    """A coding line that names no ordinary text encoding is refused before anything is decoded by it."""
    problem = fault(f"# coding: {encoding}\nx = 1\n")
    assert (problem.kind, problem.found) == (SourceFault.ENCODING, encoding)


def test_zero_byte_is_told_with_its_line() -> None:
    """A zero byte is told by its line."""
    problem = fault(b"x = 1\ny = 2\nz\0 = 3\n")
    assert (problem.kind, problem.line, problem.column) == (SourceFault.NUL_BYTES, 3, 2)


@pytest.mark.parametrize("mark", [b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c"])
def test_an_archive_under_another_name_is_told(mark: bytes) -> None:
    """A zip renamed to .py is no text with zero bytes, but an archive."""
    assert fault(mark + bytes(20)).kind is SourceFault.ARCHIVE


def test_a_cell_that_writes_a_python_file_is_read_as_that_file() -> None:
    """The answer may stand in a %%writefile cell alone; its lines keep their numbers."""
    source = "%%writefile mine.py\nimport math\n\ndef f():\n    return math.pi\n"
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": source}
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}
    loaded = load_code(SourceKind.NOTEBOOK, json.dumps(content).encode(), "mine.ipynb")
    namespace = new_module(loaded).__dict__
    execute(loaded, namespace)
    assert namespace["f"].__code__.co_firstlineno == 4
    assert [(note.line, note.text) for note in loaded.notes] == [(1, "%%writefile mine.py")]


@pytest.mark.parametrize("source", ["", "  \n\n", "# only a comment\n", '"""only a docstring"""\n'])
def test_file_without_code_is_empty(source: str) -> None:
    """Blanks, comments and a docstring are no code."""
    assert fault(source).kind is SourceFault.EMPTY


def test_source_over_the_limit_is_refused_unparsed() -> None:
    """One byte more than 256 KiB is too large, 256 KiB are not."""
    assert fault(b"#" * (MAX_SOURCE_BYTES + 1)).kind is SourceFault.TOO_LARGE
    assert load(b"x = 1\n" + b"#" * (MAX_SOURCE_BYTES - 6)).fatal is None


@pytest.mark.parametrize(
    "bomb",
    [
        "-" * 20_000 + "1",
        "not " * 20_000 + "1",
        "a." * 20_000 + "b",
        "1+" * 50_000 + "1",
        "1**" * 20_000 + "1",
        "(" * 300 + ")" * 300,
        "x=[" + "1," * 100_000 + "]",
        "lambda:" * 5_000 + "1",
        "1 if 1 else " * 9_000 + "1",
        "if x: pass\n" + "elif x: pass\n" * 5_000,
        "x=" * 60_000 + "1",
        "f(x)" + "(x)" * 50_000,
        "a" + "[b" * 500 + "]" * 500,
    ],
)
def test_syntax_bombs_are_refused(bomb: str) -> None:
    """Code built to overwhelm the parser is refused as too deep or too complex."""
    assert fault(bomb).kind in (SourceFault.TOO_DEEP, SourceFault.TOO_COMPLEX)


@given(st.binary(max_size=300))
def test_any_bytes_are_loaded_or_refused(source: bytes) -> None:
    """No bytes make the loader raise, as Python or as a notebook."""
    assert isinstance(load_code(SourceKind.PYTHON, source, "a.py"), LoadedSource)
    assert isinstance(load_code(SourceKind.NOTEBOOK, source, "a.ipynb"), LoadedSource)


def test_tracebacks_know_the_learners_lines() -> None:
    """linecache and inspect know the text under the learner's file name."""
    loaded = load("x = 1\ndef twice(x):\n    return 2 * x\n")
    module = new_module(loaded)
    execute(loaded, module.__dict__)
    assert linecache.getline("ex03_feed_forward.py", 3) == "    return 2 * x\n"
    assert inspect.getsource(module.twice) == "def twice(x):\n    return 2 * x\n"


def test_unprintable_names_do_not_reach_messages() -> None:
    """A file name's control characters are replaced."""
    problem = load_code(SourceKind.PYTHON, b"", "a\x1b[2J\u202e.py").fatal
    assert problem is not None
    assert problem.file == "a?[2J?.py"


def test_loader_passes_no_future_flags_on() -> None:
    """The learner's code is compiled without the loader's own `from __future__` features."""
    loaded = load("def f(x: undefined_name): pass\n")
    failure = execute(loaded, new_module(loaded).__dict__).failure
    assert failure is not None
    assert "undefined_name" in failure.found


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        '"a"',
        '{"nbformat": 4}',
        '{"nbformat": 4, "cells": 3}',
        '{"nbformat": 9, "cells": []}',
    ],
)
def test_malformed_notebooks_are_refused(text: str) -> None:
    """JSON that is no notebook, or none with code, is refused and never raises."""
    problem = load_code(SourceKind.NOTEBOOK, text.encode(), "a.ipynb").fatal
    assert problem is not None
    assert problem.kind in (SourceFault.NOTEBOOK, SourceFault.EMPTY)


def test_broken_json_is_told_with_its_line() -> None:
    """A notebook cut short is told by the line and column where its JSON ends."""
    problem = load_code(SourceKind.NOTEBOOK, b'{\n "cells": [\n', "a.ipynb").fatal
    assert problem is not None
    assert (problem.kind, problem.line) == (SourceFault.NOTEBOOK, 3)


def test_deep_notebooks_are_refused_unparsed() -> None:
    """JSON nested beyond any notebook is refused, and brackets inside its strings do not count."""
    deep = b'{"cells": ' + b"[" * 5_000 + b"]" * 5_000 + b"}"
    problem = load_code(SourceKind.NOTEBOOK, deep, "a.ipynb").fatal
    assert problem is not None
    assert problem.kind is SourceFault.TOO_DEEP
    text = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [{**text, "source": "x = '" + "[" * 500 + "\\\"'"}]
    flat = json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})
    assert load_code(SourceKind.NOTEBOOK, flat.encode(), "a.ipynb").fatal is None


@pytest.mark.parametrize("version", [2, 3, 4])
def test_cells_are_those_that_nbformat_reads(version: int) -> None:
    """Our reader finds the same code as nbformat's own reader and upgrade, in every format that it reads."""
    codes = ["import math\n\nx = 1", "", "y = '王'", "def f():\n    return 1"]
    if version == 4:
        cells = [nbformat.v4.new_code_cell(code) for code in codes]
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# text"), *cells])
    else:
        old = nbformat.v2 if version == 2 else nbformat.v3
        cells = [old.new_code_cell(input=code, language="python") for code in codes]
        book = old.new_notebook(
            worksheets=[old.new_worksheet(cells=[old.new_text_cell("markdown", "a"), *cells])]
        )
    text = nbformat.versions[version].writes_json(book)
    upgraded = nbformat.converter.convert(nbformat.reader.reads(text), 4)
    theirs = [cell.source for cell in upgraded.cells if cell.cell_type == "code"]
    assert code_sources(text, "a.ipynb") == theirs == codes


def test_large_notebooks_are_refused_by_file_and_by_code() -> None:
    """A notebook's file may hold 4 MiB with its outputs, its code 256 KiB."""
    assert MAX_NOTEBOOK_BYTES == 4 * 1024 * 1024
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    for padding in ("x" * MAX_NOTEBOOK_BYTES, ""):
        code = "# " + "y" * MAX_SOURCE_BYTES if not padding else "x = 1"
        content = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {"p": padding},
            "cells": [{**cell, "source": code}],
        }
        problem = load_code(SourceKind.NOTEBOOK, json.dumps(content).encode(), "a.ipynb").fatal
        assert problem is not None
        assert problem.kind is SourceFault.TOO_LARGE

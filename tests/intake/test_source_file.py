"""Reading one learner's file, and knowing a stub that was not touched."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from grader.domain.errors import UsageError
from grader.domain.source_problem import MAX_NOTEBOOK_BYTES, MAX_SOURCE_BYTES, SourceFault
from grader.domain.submission import SourceKind, Submission
from grader.intake.source_file import find_size_problem, is_untouched, kind_of, read_submission

STUB = '''"""Exercise 3."""

import torch
from torch import nn


class FeedForward(nn.Module):
    """Two linear layers."""

    def __init__(self, dim: int, hidden_dim: int) -> None:
        super().__init__()
        # your code here
        raise NotImplementedError

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError
'''


def python(source: str | bytes) -> Submission:
    """Return a `.py` submission."""
    return Submission("ex03.py", SourceKind.PYTHON, source.encode() if isinstance(source, str) else source)


def notebook(*cells: str, version: int = 4) -> Submission:
    """Return a notebook submission."""
    if version == 3:
        sheet = {"cells": [{"cell_type": "code", "input": cell} for cell in cells]}
        content: dict[str, object] = {"nbformat": 3, "worksheets": [sheet]}
    else:
        listed = [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
        content = {"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "code = 1"}, *listed]}
    return Submission("ex03.ipynb", SourceKind.NOTEBOOK, json.dumps(content).encode())


@pytest.mark.parametrize(
    ("name", "kind"), [("a.py", SourceKind.PYTHON), ("B.IPYNB", SourceKind.NOTEBOOK), ("a.txt", None)]
)
def test_kind_follows_the_ending(name: str, kind: SourceKind | None) -> None:
    """The ending, in any case, tells the kind of a source."""
    assert kind_of(name) is kind


def test_file_is_read_as_it_is(tmp_path: Path) -> None:
    """A file's bytes are delivered unchanged, under its own name."""
    path = tmp_path / "ex03_答案.py"
    path.write_bytes(b"\xef\xbb\xbfx = 1\r\n")
    assert read_submission(path) == Submission("ex03_答案.py", SourceKind.PYTHON, b"\xef\xbb\xbfx = 1\r\n")


def test_what_is_no_source_file_is_a_usage_error(tmp_path: Path) -> None:
    """A missing file, a folder, another kind and a pipe: each message names them and a way out."""
    (tmp_path / "a.docx").write_bytes(b"x")
    (tmp_path / "folder.py").mkdir()
    os.mkfifo(tmp_path / "pipe.py")
    for name, words in [
        ("none.py", "does not exist"),
        ("folder.py", "is a folder"),
        ("a.docx", "expected .py or .ipynb"),
        ("pipe.py", "not a regular file"),
    ]:
        with pytest.raises(UsageError, match=words) as caught:
            read_submission(tmp_path / name)
        assert name in str(caught.value)
        assert caught.value.hint.en


def test_unreadable_file_is_a_usage_error(tmp_path: Path) -> None:
    """A file without read permission is told as such; root, who may read every file, becomes nobody for the moment."""
    path = tmp_path / "a.py"
    path.write_bytes(b"x = 1")
    path.chmod(0)
    root = os.geteuid() == 0
    try:
        if root:
            os.seteuid(65534)
        with pytest.raises(UsageError, match="cannot be read"):
            read_submission(path)
    finally:
        if root:
            os.seteuid(0)


def test_no_more_than_the_limit_is_read(tmp_path: Path) -> None:
    """Of a huge file one byte over the limit is read, and it is told to be too large."""
    path = tmp_path / "a.py"
    with path.open("wb") as file:
        file.truncate(10**9)
    submission = read_submission(path)
    assert len(submission.source) == MAX_NOTEBOOK_BYTES + 1
    problem = find_size_problem(submission)
    assert problem is not None
    assert (problem.kind, problem.file) == (SourceFault.TOO_LARGE, "a.py")


def test_stub_is_untouched_whatever_its_blanks_and_comments() -> None:
    """Blanks, comments, line ends and a byte order mark do not make a stub an attempt."""
    assert is_untouched(python(STUB), STUB)
    assert is_untouched(python(STUB.replace("\n", "\r\n").encode("utf-8-sig")), STUB)
    assert is_untouched(python("# my name\n\n\n" + STUB.replace("# your code here", "") + "\n\n"), STUB)
    assert is_untouched(python(STUB.replace("    ", "\t")), STUB)


@pytest.mark.parametrize("version", [3, 4])
def test_untouched_notebook_is_known(version: int) -> None:
    """A notebook that holds the stub in one cell or in several is untouched."""
    head, tail = STUB.split("\n\n\n")
    assert is_untouched(notebook(STUB, version=version), STUB)
    assert is_untouched(notebook(head, "", tail, "# notes", version=version), STUB)


@pytest.mark.parametrize(
    "source",
    [
        STUB.replace("        raise NotImplementedError\n", "        return x\n", 1),
        STUB + "\nx = 1\n",
        STUB.replace("import torch\n", ""),
        "",
        "# nothing\n",
        STUB + ")",
        STUB + '\n"""',
    ],
)
def test_any_other_token_is_an_attempt(source: str) -> None:
    """One token more, less or other is an attempt; so are an empty file and one that is no Python."""
    assert not is_untouched(python(source), STUB)
    assert not is_untouched(notebook(source), STUB)


def test_hostile_bytes_are_attempts() -> None:
    """Undecodable, deep or broken files count as touched and never raise."""
    deep = b'{"cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    for kind in SourceKind:
        for source in (
            b"\xff\xfe\0",
            b"\0",
            deep,
            b"{",
            b"[1]",
            b'{"cells": [3, {"cell_type": "code", "source": [1]}]}',
        ):
            assert not is_untouched(Submission("a", kind, source), STUB)
    for bomb in (
        "'''\n" + "a\n" * 100_000,
        "(" * 100_000,
        "a" * MAX_SOURCE_BYTES,
        "\\\n" * 100_000,
        "'" * 200_000,
    ):
        assert not is_untouched(python(bomb), STUB)

"""Example lines: around the known place, or where the code begins; without words where nobody may be named."""

from __future__ import annotations

import json

from grader.classbook.examples import ExamplePlace, example_of, source_text
from grader.domain.record import StoredSource
from grader.domain.submission import SourceKind

TEXT = '"""By Ann."""\n# Ann, 1001\nimport torch\n\n\ndef f(x):\n    name = "Ann"\n    y = x + 1  # Ann\n    return y\n'


def _stored(text: str, kind: SourceKind = SourceKind.PYTHON) -> StoredSource:
    return StoredSource("d", kind, text.encode())


def _place(line: int | None) -> ExamplePlace:
    return ExamplePlace("ann", 3, "d", line, None)


def test_the_lines_around_the_place_are_shown_and_it_is_marked() -> None:
    """Four lines on each side, with their numbers."""
    example = example_of(_place(8), lambda digest: _stored(TEXT), "Ann", nameless=False)
    assert example is not None
    assert [line.number for line in example.lines] == [4, 5, 6, 7, 8, 9]
    assert [line.number for line in example.lines if line.marked] == [8]


def test_without_a_place_the_code_begins_where_something_is_defined() -> None:
    """A place beyond the file's end is none."""
    for line in (None, 400):
        example = example_of(_place(line), lambda digest: _stored(TEXT), "Ann", nameless=False)
        assert example is not None
        assert example.lines[0].text == "def f(x):"


def test_names_are_blanked_where_nobody_may_be_named() -> None:
    """Comments and texts go, code stays where it was."""
    example = example_of(_place(8), lambda digest: _stored(TEXT), "P-1", nameless=True)
    assert example is not None
    shown = "\n".join(line.text for line in example.lines)
    assert "Ann" not in shown
    assert "y = x + 1" in shown


def test_what_cannot_be_shown_is_no_example() -> None:
    """A source that is gone, and a notebook that is none, give nothing."""
    assert example_of(_place(1), lambda digest: None, "Ann", nameless=False) is None
    assert source_text(_stored("{broken", SourceKind.NOTEBOOK)) is None
    cells = {
        "cells": [{"cell_type": "code", "source": "x = 1", "metadata": {}, "outputs": []}],
        "nbformat": 4,
        "metadata": {},
    }
    assert source_text(_stored(json.dumps(cells), SourceKind.NOTEBOOK)) == "x = 1"

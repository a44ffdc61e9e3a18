"""Arguments that are passed by position may have any name; it is told what the contract calls them."""

from __future__ import annotations

from typing import Any

import pytest

from grader.domain.exercise import Entry
from grader.domain.source_problem import SourceProblem
from grader.domain.submission import SourceKind
from grader.source.code import load_code
from grader.worker.entry import find_entry
from grader.worker.execution import execute, new_module
from grader.worker.naming import OtherNames, other_names

FUNCTION = Entry("attend", "function", ("q", "k", "mask", "scale"), by_position=("q", "k"))
MODULE = Entry("Norm", "class", ("dim",), ("x", "mask"), by_position=("x",))
BODY = "class Norm:\n    def __init__(self, dim): pass\n"


def _loaded(source: str, entry: Entry) -> tuple[dict[str, Any], SourceProblem | None, OtherNames | None]:
    loaded = load_code(SourceKind.PYTHON, source.encode(), "names.py")
    namespace = new_module(loaded).__dict__
    execute(loaded, namespace)
    methods = {"forward": entry.forward} if entry.forward else None
    count = len(entry.by_position)
    problem = find_entry(namespace, entry.name, entry.kind, entry.parameters, loaded, methods, (), count)
    return namespace, problem, other_names(namespace, [entry]) if problem is None else None


@pytest.mark.parametrize(
    ("source", "entry", "told"),
    [
        ("def attend(q, k, mask, scale): pass", FUNCTION, None),
        ("def attend(query, key, mask, scale): pass", FUNCTION, "query (q), key (k)"),
        ("def attend(query, k, /, mask, scale): pass", FUNCTION, "query (q)"),
        ("def attend(*args, mask, scale): pass", FUNCTION, None),
        (BODY + "    def forward(self, inputs, mask): pass", MODULE, "inputs (x)"),
        (BODY + "    @staticmethod\n    def forward(inputs, mask): pass", MODULE, "inputs (x)"),
    ],
)
def test_another_name_is_accepted_and_told(source: str, entry: Entry, told: str | None) -> None:
    """What is passed by position may have any name, and the contract's is said."""
    _, problem, names = _loaded(source, entry)
    assert problem is None
    assert names is not None
    assert [note.text for note in names.notes] == ([told] if told else [])


@pytest.mark.parametrize(
    ("source", "entry"),
    [
        ("def attend(q, k, blocked, scale): pass", FUNCTION),
        ("def attend(query): pass", FUNCTION),
        ("def attend(query, key, mask, scale, more): pass", FUNCTION),
        (BODY + "    def forward(self, x, blocked): pass", MODULE),
        (BODY + "    def forward(self): pass", MODULE),
    ],
)
def test_a_name_that_is_called_by_keyword_must_be_there(source: str, entry: Entry) -> None:
    """What cases pass by keyword has the contract's name, and nothing else may be required."""
    assert _loaded(source, entry)[1] is not None


def test_a_renamed_function_is_called_by_position() -> None:
    """Where a case calls by the contract's names, the learner's own function gets its arguments in order."""
    _, _, names = _loaded("def attend(query, key, mask, scale): return query, key, mask, scale", FUNCTION)
    assert names is not None
    call = names.entries["attend"]
    assert call(q=1, k=2, scale=4, mask=3) == call(1, k=2, mask=3, scale=4) == (1, 2, 3, 4)

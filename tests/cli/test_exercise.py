"""`grade exercise` as a learner meets it: verdicts, words in two languages, exit codes, and nothing of a
hidden case.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.commands import grade
from tests.conftest import ROOT

WRONG = ROOT / "examples" / "wrong_feed_forward.py"
RIGHT = ROOT / "examples" / "right_feed_forward.py"


def test_a_wrong_submission_is_diagnosed() -> None:
    """A FeedForward without its activation is told so, with evidence, the step that is missing and the question
    to take.
    """
    found = grade("exercise", "3", WRONG)
    assert found.code == 1
    assert "affine map" in found.out
    assert "your output equals what this mistake produces" in found.out
    assert "asked for: activated = relu(hidden)" in found.out
    assert "grade quiz --misconception ffn-no-activation" in found.out


def test_a_right_submission_is_accepted() -> None:
    """Raw parameters in the other orientation under other names score full marks, and the hidden checks are
    counted.
    """
    found = grade("exercise", "feed-forward", RIGHT)
    assert found.code == 0
    assert "10 / 10" in found.out
    assert "16 checks of this exercise are hidden" in found.out


def test_the_words_are_chinese_where_that_is_wanted() -> None:
    """--lang zh gives the same message in Chinese; so does the environment."""
    by_option = grade("exercise", "3", WRONG, "--lang", "zh", "--seed", "1").out
    by_environment = grade("exercise", "3", WRONG, "--seed", "1", env={"GRADE_LANG": "zh_CN.UTF-8"}).out
    assert "仿射映射" in by_option
    assert by_option == by_environment


def test_json_is_one_object_of_the_schema() -> None:
    """--json prints one object with the schema's keys and nothing else on standard output."""
    found = grade("exercise", "3", WRONG, "--json", "--seed", "5")
    result = json.loads(found.out)
    assert result["schema"] == "addnorm.grade/1"
    assert result["exercise"] == {"number": 3, "id": "ex03_feed_forward"}
    assert (result["verdict"], result["seed"], result["max_score"]) == ("wrong_answer", 5, 10.0)
    assert [d["misconception"] for d in result["diagnoses"]] == ["ffn-no-activation"]
    assert [step["name"] for step in result["computation"] if step["standing"] != "right"] == ["activated"]
    assert set(result["digest"]) == {"submission", "course", "grader"}
    assert "staff" not in result


def test_a_seed_repeats_a_run() -> None:
    """The same seed gives the same result, digest and evidence; a run without one draws a fresh one."""
    first, second = (json.loads(grade("exercise", "3", WRONG, "--json", "--seed", "9").out) for _ in range(2))
    assert {k: v for k, v in first.items() if k != "seconds"} == {
        k: v for k, v in second.items() if k != "seconds"
    }
    fresh = {json.loads(grade("exercise", "3", WRONG, "--json").out)["seed"] for _ in range(2)}
    assert len(fresh) == 2


@pytest.mark.parametrize(
    ("source", "words", "code"),
    [
        ("", "no code", 1),
        ("class FeedForward(:\n    pass\n", "line 1", 1),
        ("import tensorflow\n", "tensorflow", 1),
        ("class FeedFoward:\n    pass\n", "FeedFoward", 1),
        ("FeedForward = 3\n", "FeedForward", 1),
        (
            "from torch import nn\nclass FeedForward(nn.Module):\n    def __init__(self, d, h): ...\n",
            "hidden_dim",
            1,
        ),
        ("x = 1 / 0\n", "line 1", 1),
        ("import os\nos._exit(0)\n", "ended", 1),
        ("while True: pass\n", "seconds", 1),
    ],
    ids=["empty", "syntax", "package", "near miss", "wrong kind", "signature", "raises", "exits", "hangs"],
)
def test_each_broken_file_has_its_own_message(tmp_path: Path, source: str, words: str, code: int) -> None:
    """What keeps a file from being graded is told with its place and what was found."""
    path = tmp_path / "ex03_mine.py"
    path.write_text(source, encoding="utf-8")
    found = grade("exercise", "3", cwd=tmp_path)
    assert found.code == code
    assert words in found.out
    assert "Traceback" not in found.out + found.err


def test_an_untouched_stub_is_not_attempted(tmp_path: Path) -> None:
    """The stub as handed out is no wrong answer, is not recorded, and imports no torch."""
    scores = {"GRADE_DB": str(tmp_path / "scores.db")}
    grade("start", tmp_path / "work")
    found = grade("exercise", "3", cwd=tmp_path / "work", env=scores)
    assert "not attempted" in found.out
    assert found.code == 1
    assert '"attempts": 0' in grade("progress", "3", "--json", env=scores).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("exercise", "99"), "no exercise 99"),
        (("exercise", "feed-foward"), "feed-forward"),
        (("exercise", "3", "nowhere.py"), "does not exist"),
        (("exercise", "3", str(ROOT)), "folder"),
        (("exercise", "3", str(ROOT / "README.md")), "expected .py or .ipynb"),
        (("exercize", "3"), "exercize"),
        (("exercise", "3", "--seed", "x"), "seed"),
    ],
)
def test_wrong_usage_is_exit_two_with_a_way_out(arguments: tuple[str, ...], words: str) -> None:
    """What cannot be done is said on standard error, and the exit code is 2."""
    found = grade(*arguments)
    assert found.code == 2
    assert words in found.err
    assert found.out == ""


LEAK = """
import torch
from torch import nn
class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.a = nn.Linear(dim, hidden_dim)
        self.b = nn.Linear(hidden_dim, dim)
    def forward(self, x):
        print("SEC" "RET", x.flatten()[:3].tolist())
        raise {exception}("SEC" "RET " + str(x.flatten()[:3].tolist()))
"""


PUBLIC_INPUTS = {"[1.0, 2.0, -1.0]", "[-1.0, 0.5]", "4.5", "-0.5"}
"""How the inputs of the statement's two examples begin, and their sums."""


@pytest.mark.parametrize(
    "exception", ["ValueError", "type('SEC' 'RET' + str(float(x.sum())), (Exception,), {})"]
)
@pytest.mark.parametrize("form", [(), ("--verbose",), ("--json",)])
def test_hidden_inputs_never_reach_the_student(tmp_path: Path, exception: str, form: tuple[str, ...]) -> None:
    """A submission that prints its inputs and raises them shows nothing of a hidden case to the student, only
    to staff. (The learner's own line is shown: the word is put together when it runs.)
    """
    path = tmp_path / "leak.py"
    path.write_text(LEAK.format(exception=exception), encoding="utf-8")
    shown = grade("exercise", "3", path, *form).out
    if form == ("--json",):
        hidden = [check for check in json.loads(shown)["checks"] if check["visibility"] == "hidden"]
        shown = json.dumps(hidden)
    found = set(re.findall(r"SECRET ?(\[[^]]*\]|-?[\d.]+)", shown))
    assert found <= PUBLIC_INPUTS
    assert shown.count("SECRET") == len(re.findall(r"SECRET ?(?:\[[^]]*\]|-?[\d.]+)", shown))
    assert "SECRET" in grade("exercise", "3", path, "--staff").out


def test_colour_is_for_terminals_only() -> None:
    """On a pipe there is no escape sequence."""
    assert "\x1b" not in grade("exercise", "3", WRONG).out

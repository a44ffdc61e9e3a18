"""Loading exercises: everything a learner may see arrives typed, and all faults of a course come at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.catalog.exercises import load_exercise, load_ladder
from grader.domain.errors import ContentError, Problem, UsageError
from grader.domain.exercise import CheckSpec, Entry, Limits
from grader.domain.text import Language, Text
from grader.domain.verdict import Tier, Visibility
from tests.catalog.small_course import LAYER, NETWORK, edit, write_course


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Write the small course."""
    return write_course(tmp_path)


def problems_of(course: Path) -> tuple[Problem, ...]:
    """Return the faults that loading the whole course tells."""
    with pytest.raises(ContentError) as caught:
        load_ladder(course)
    return caught.value.problems


def places_of(course: Path) -> list[tuple[str, str]]:
    """Return file and place of each fault."""
    return [(problem.file, problem.place) for problem in problems_of(course)]


def test_an_exercise_arrives_whole(course: Path) -> None:
    """Every key of exercise.toml and every file beside it is in the Exercise."""
    exercise = load_exercise(course, 1)
    assert (exercise.number, exercise.id, exercise.difficulty, exercise.needs) == (1, "ex01_network", 2, ())
    assert (exercise.title, exercise.concept) == (
        Text("The network", "前馈网络"),
        Text("the network", "前馈网络"),
    )
    assert exercise.entries == (Entry("Network", "class", ("dim", "hidden_dim"), ("x",)),)
    assert (exercise.source, exercise.quiz, exercise.questions) == (
        "Encoder notes §3",
        "network",
        ("net-01-width",),
    )
    assert exercise.forbidden == ("torch.nn.functional.gelu",)
    assert exercise.limits == Limits(wall_seconds=3.0)
    eps = CheckSpec(
        "default_eps_is_1e-5", Tier.EDGE, Visibility.HIDDEN, Text("eps is 1e-5.", "eps 为 1e-5。"), 1.5
    )
    assert (exercise.checks[0].points, exercise.checks[1], exercise.hidden_count) == (None, eps, 1)
    assert exercise.hints == (Text("Two lines,\nno more.", "两行。"),)
    assert exercise.discussion == Text("Done.", "完成。")
    assert exercise.statement == {Language.EN: "# The network\n", Language.ZH: "# 前馈网络\n"}
    assert exercise.stub == "class Network: ...\n"


def test_what_may_be_left_out_has_its_usual_value(course: Path) -> None:
    """Without [limits], [discussion] and forward, the domain's defaults hold."""
    exercise = load_exercise(course, 2)
    assert (exercise.limits, exercise.discussion) == (Limits(), None)
    assert exercise.entries[0].forward == ()


def test_given_blocks_come_with_what_they_import(course: Path) -> None:
    """The sources of given blocks stand after the blocks that they import; nothing given, no blocks."""
    assert list(load_exercise(course, 2).blocks) == ["scores", "Attention"]
    assert load_exercise(course, 2).blocks["scores"].startswith("def scores")
    assert load_exercise(course, 1).blocks == {}


def test_the_ladder_is_in_order(course: Path) -> None:
    """The ladder holds every exercise by number."""
    assert [exercise.number for exercise in load_ladder(course)] == [1, 2]


def test_faults_of_all_exercises_come_at_once(course: Path) -> None:
    """A wrong value, an unknown key, a missing statement and a stray file are four problems in one error."""
    edit(course / NETWORK / "exercise.toml", 'tier = "core"', 'tier = "cor"')
    edit(course / LAYER / "exercise.toml", "number = 2", 'number = 2\ncolour = "red"')
    (course / LAYER / "statement.zh.md").unlink()
    (course / NETWORK / "solution.py").write_text("")
    assert set(places_of(course)) == {
        (f"{NETWORK}/exercise.toml", "checks[values].tier"),
        (f"{NETWORK}/solution.py", ""),
        (f"{LAYER}/exercise.toml", "colour"),
        (f"{LAYER}/statement.zh.md", ""),
    }


def test_a_problem_says_how_to_mend_it(course: Path) -> None:
    """File, place, what was found, what was expected and a way out stand in the message."""
    edit(course / NETWORK / "exercise.toml", 'tier = "core"', 'tier = "cor"')
    (problem,) = problems_of(course)
    assert str(problem) == (
        "exercises/ex01_network/exercise.toml: checks[values].tier: "
        "found 'cor'; expected 'core', 'edge' or 'advice'. Correct the value."
    )


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('id = "ex01_network"', 'id = "ex01_net"', "id"),
        ("number = 1", "number = 3", "number"),
        ("needs = []", "needs = [1]", "needs"),
        ("given = []", 'given = ["Attentoin"]', "given[Attentoin]"),
        ("difficulty = 2", "difficulty = 6", "difficulty"),
        ("difficulty = 2", 'difficulty = "2"', "difficulty"),
        ('quiz = "network"', "", "quiz"),
        ('title.zh = "前馈网络"', 'title.zh = ""', "title.zh"),
        ('["torch.nn.functional.gelu"]', '["gelu"]', "forbidden[1]"),
        ('["net-01-width"]', '["net-01-width", "net-01-width"]', "questions[net-01-width]"),
        ('kind = "class"', 'kind = "function"', "entries[Network].forward"),
        ('name = "default_eps_is_1e-5"', 'name = "values"', "checks[values]"),
        ('tier = "core"', 'tier = "edge"', "checks"),
        ('tier = "edge"', 'tier = "advice"', "checks[default_eps_is_1e-5].points"),
        ("wall_seconds = 3", "wall_seconds = 0", "limits.wall_seconds"),
        ("wall_seconds = 3", "wall_seconds = true", "limits.wall_seconds"),
        ("wall_seconds = 3", "seconds = 3", "limits.seconds"),
        ('zh = "两行。"', "", "hints[1].zh"),
    ],
)
def test_each_rule_is_checked_at_its_key(course: Path, old: str, new: str, place: str) -> None:
    """A file that breaks one rule gives one problem, at the key that breaks it."""
    edit(course / NETWORK / "exercise.toml", old, new)
    assert places_of(course) == [(f"{NETWORK}/exercise.toml", place)]


def test_a_given_block_is_no_answer(course: Path) -> None:
    """A block that answers the exercise itself may not be given, not even through another block."""
    edit(course / LAYER / "exercise.toml", 'name = "run_layer"', 'name = "scores"')
    (problem,) = problems_of(course)
    assert (problem.place, problem.found) == ("given", "scores, which is asked for here")


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("stub.py", None, "no such file"),
        ("stub.py", " \n", "an empty file"),
        ("statement.en.md", None, "no such file"),
        ("exercise.toml", None, "no such file"),
        ("exercise.toml", "number = \n", "Invalid value (at line 1, column 10)"),
    ],
)
def test_files_that_are_missing_or_broken(course: Path, name: str, text: str | None, found: str) -> None:
    """Each of an exercise's four files must be there and hold something."""
    (course / NETWORK / name).unlink()
    if text is not None:
        (course / NETWORK / name).write_text(text, encoding="utf-8")
    (problem,) = problems_of(course)
    assert (problem.file, problem.found) == (f"{NETWORK}/{name}", found)


@pytest.mark.parametrize("name", ["exercise.toml", "statement.zh.md"])
def test_a_file_in_another_encoding_is_told(course: Path, name: str) -> None:
    """A file that is not UTF-8, as an editor set to GBK leaves it, is a problem and no traceback."""
    path = course / NETWORK / name
    path.write_bytes(path.read_text(encoding="utf-8").encode("gbk"))
    (problem,) = problems_of(course)
    assert (problem.file, problem.expected) == (f"{NETWORK}/{name}", "text in UTF-8")


def test_strays_among_the_exercises(course: Path) -> None:
    """A folder that is no exercise is told, for a misspelt name would drop out unseen; a README is let be."""
    (course / "exercises" / "ex3_decoder").mkdir()
    (course / "exercises" / ".DS_Store").write_text("")
    (course / "exercises" / "README.md").write_text("")
    (course / NETWORK / "__pycache__").mkdir()
    assert places_of(course) == [("exercises/ex3_decoder", "")]


def test_two_folders_of_one_number(course: Path) -> None:
    """A number stands for one exercise, for the ladder as for the exercise alone."""
    (course / LAYER).rename(course / "exercises" / "ex01_layer")
    assert ("exercises", "exercise 1") in places_of(course)
    with pytest.raises(ContentError, match="ex01_layer and ex01_network"):
        load_exercise(course, 1)


def test_an_exercise_needs_exercises_that_exist(course: Path) -> None:
    """An exercise may need only what the course has."""
    for path in (course / NETWORK).iterdir():
        path.unlink()
    (course / NETWORK).rmdir()
    assert places_of(course) == [(f"{LAYER}/exercise.toml", "needs")]


@pytest.mark.parametrize(
    ("source", "found"),
    [("def scores(q, k): ...\ndef more(): ...\n", "scores and more"), ("x = 1\n", "no public name")],
)
def test_a_block_file_defines_one_name(course: Path, source: str, found: str) -> None:
    """What a block file gives is seen from outside: one public class or function."""
    (course / "exercises/blocks/scores.py").write_text(source)
    assert ("exercises/blocks/scores.py", found) in [
        (problem.file, problem.found) for problem in problems_of(course)
    ]


def test_a_fault_elsewhere_does_not_stop_an_exercise(course: Path) -> None:
    """One exercise loads while another is being written."""
    (course / LAYER / "exercise.toml").write_text("number =")
    assert load_exercise(course, 1).number == 1


def test_an_exercise_that_is_not_there(course: Path) -> None:
    """A number without an exercise is the user's mistake, and the hint says which there are."""
    with pytest.raises(UsageError, match="there is no exercise 7") as caught:
        load_exercise(course, 7)
    assert caught.value.hint.en == "The exercises of this course: 1, 2."


def test_a_course_without_exercises(tmp_path: Path) -> None:
    """An empty course is a fault of the course, not an empty ladder."""
    (tmp_path / "exercises").mkdir()
    assert places_of(tmp_path) == [("exercises", "")]


def test_loading_imports_neither_torch_nor_model_classes(course: Path, root: Path) -> None:
    """The ladder is read in a fraction of the time that pydantic's models alone would take."""
    code = (
        "import sys, pathlib; from grader.catalog.exercises import load_ladder; "
        f"load_ladder(pathlib.Path({str(course)!r})); "
        "sys.exit(bool({'pydantic', 'torch'} & sys.modules.keys()))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr

"""Quiz files: what is read, and how every fault of every file is told at once, with file and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.domain.errors import ContentError
from grader.quiz.bank import load_quizzes, read_quizzes

HEAD = 'title.en = "Small"\ntitle.zh = "小"\n'
COMMON = """
difficulty = 1
exercises = [1]
stem.en = "What?"
stem.zh = "什么？"
explain.en = "Because."
explain.zh = "因为。"
"""
OPTION = """
[[question.option]]
key = "{key}"
{right}
en = "option {key}"
zh = "选项 {key}"
feedback.en = "Feedback {key}."
feedback.zh = "反馈 {key}。"
"""


def single(name: str, rights: tuple[bool, ...], more: str = "") -> str:
    """A single choice with so many options, of which these are right."""
    options = "".join(
        OPTION.format(key="abcdefghij"[place], right="right = true" if right else "")
        for place, right in enumerate(rights)
    )
    return f'[[question]]\nid = "{name}"\ntype = "single"\n{COMMON}{more}{options}'


def question(name: str, kind: str, body: str) -> str:
    """A question of another kind."""
    return f'[[question]]\nid = "{name}"\ntype = "{kind}"\n{COMMON}{body}'


def course(folder: Path, **files: str) -> Path:
    """A course with these quiz files."""
    (folder / "quizzes").mkdir()
    for name, content in files.items():
        (folder / "quizzes" / f"{name}.toml").write_text(HEAD + content, encoding="utf-8")
    return folder


def told(folder: Path) -> str:
    """Everything that is said about a course's quizzes."""
    return "\n".join(str(problem) for problem in read_quizzes(folder)[1])


def test_a_sound_file_is_read_in_its_own_order(tmp_path: Path) -> None:
    """Names come from the files, questions keep the file's order, texts both languages."""
    folder = course(tmp_path, one=single("q-2", (True, False)) + single("q-1", (False, True)))
    (quiz,) = load_quizzes(folder)
    assert (quiz.name, quiz.title.zh) == ("one", "小")
    assert [each.id for each in quiz.questions] == ["q-2", "q-1"]
    assert quiz.questions[0].quiz == "one"


def test_every_fault_of_every_file_is_told_at_once(tmp_path: Path) -> None:
    """Two broken files with three faults give three problems, with file, question and key each."""
    folder = course(
        tmp_path,
        one=single("q-1", (True, True)) + single("q-2", (True, False), "colour = 3\n"),
        two=question("q-3", "shape", ""),
    )
    with pytest.raises(ContentError) as caught:
        load_quizzes(folder)
    places = [(problem.file, problem.place) for problem in caught.value.problems]
    assert places == [
        ("quizzes/one.toml", "question q-1"),
        ("quizzes/one.toml", "question q-2, colour"),
        ("quizzes/two.toml", "question q-3, answer"),
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (single("q-1", (False, False)), "0 options are right"),
        (single("q-1", (True,)), "at least 2 items"),
        (single("q-1", (True, False)).replace('key = "b"', 'key = "a"'), "used twice"),
        (single("q-1", (True, False)).replace('zh = "选项 b"\n', ""), "option 2, zh"),
        (single("q-1", (True, False)).replace('"反馈 b。"', '""'), "option 2, feedback.zh"),
        (single("q-1", (True, False)).replace('feedback.en = "Feedback a."\n', ""), "option 1, feedback.en"),
        (single("q-1", (True, False)).replace('type = "single"', 'type = "singel"'), "question q-1"),
        (single("q-1", (True, False), "params = { D = [2, 3] }\n"), "does not tell the parameter D"),
        (single("q-1", (True, False), "params = { D = [] }\n"), "params.D"),
        (single("q-1", (True, False)) + single("q-1", (True, False)), "an id of its own"),
        (
            question(
                "q-1", "order", 'answer = ["x", "x"]\n[[question.item]]\nkey = "x"\nen = "x"\nzh = "x"\n'
            ),
            "item",
        ),
        (question("q-1", "numeric", 'answer = "1"\ntolerance = { low = "0" }\n'), "both low and high"),
        (
            question("q-1", "formula", 'answer = "D"\nsymbols = ["D"]\npositive = ["F"]\n'),
            "not among the symbols",
        ),
        (question("q-1", "fill", '[[question.blank]]\nkey = "x"\naccept = ["1"]\n'), "does not have 1 gaps"),
        ("[[question]\n", "TOML"),
        ("", "question"),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path: Path, content: str, words: str) -> None:
    """Each kind of fault names the question and the key, or the line."""
    text = told(course(tmp_path, one=content))
    assert "quizzes/one.toml" in text
    assert words in text


def test_a_course_without_quizzes_says_so(tmp_path: Path) -> None:
    """An empty folder is a fault that names the way out."""
    assert "--course" in told(course(tmp_path))


def test_the_catalogue_of_misconceptions_is_no_quiz(tmp_path: Path) -> None:
    """quizzes/misconceptions.toml stands beside the quizzes and is left to its own reader."""
    folder = course(tmp_path, one=single("q-1", (True, False)), misconceptions="[[misconception]]\n")
    assert [quiz.name for quiz in load_quizzes(folder)] == ["one"]


def test_a_named_quiz_is_read_alone(tmp_path: Path) -> None:
    """A learner at one quiz does not stumble over the other files; a near miss reads them all."""
    folder = course(
        tmp_path, one=single("q-1", (True, False)), two=single("q-2", (True, False)), three="[[broken"
    )
    assert [quiz.name for quiz in load_quizzes(folder, "one")] == ["one"]
    (folder / "quizzes" / "three.toml").unlink()
    assert [quiz.name for quiz in load_quizzes(folder, "onne")] == ["one", "two"]

"""`grade quiz` without a terminal: answer files, listings, saved files, exit codes, and no torch."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from grader.quiz.instance import draw, question_seed
from grader.quiz.saved import write_saved
from tests.cli.commands import the_object
from tests.cli.quiz_terminal import command, environment
from tests.quiz.bank import key, marked_again, question, questions, quizzes, typed

NO_TORCH = "import sys; sys.modules['torch'] = None; "


def grade(folder: Path, *arguments: str, given: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run `grade` with pipes only, in a Python that cannot import torch."""
    words = command(*arguments)
    words[2] = NO_TORCH + words[2]
    return subprocess.run(
        words,
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=environment(folder, **more),
        check=False,
    )


def answers_to(name: str) -> list[tuple[str, str]]:
    """(question id, canonical right answer) for a quiz."""
    return [(each.id, key(draw(each, 0))) for each in questions() if each.quiz == name]


def test_the_list_is_data_on_stdout(tmp_path: Path) -> None:
    """Every quiz has a line with its name and count; the hint goes to stderr."""
    listed = grade(tmp_path, "quiz", "--lang", "en")
    assert listed.returncode == 0
    assert len(listed.stdout.splitlines()) == len(quizzes())
    assert "layer-norm" in listed.stdout
    assert "grade quiz NAME" in listed.stderr


def test_the_json_list_has_its_schema(tmp_path: Path) -> None:
    """The list as JSON names every quiz with title and number of questions."""
    content = json.loads(grade(tmp_path, "quiz", "--json", "--lang", "zh").stdout)
    assert content["schema"] == "addnorm.quizzes/1"
    assert {each["name"]: each["questions"] for each in content["quizzes"]} == {
        quiz.name: len(quiz.questions) for quiz in quizzes()
    }
    assert "层归一化" in {each["title"] for each in content["quizzes"]}


def test_an_answer_file_answers_by_id_whatever_the_order(tmp_path: Path) -> None:
    """Lines `id: answer` name options by key; choices, orders and pairs give full marks without torch."""
    lines = [f"{name}: {answer}" for name, answer in reversed(answers_to("residual"))]
    (tmp_path / "answers.txt").write_text("# mine\n" + "\n".join(lines), encoding="utf-8")
    done = grade(tmp_path, "quiz", "residual", "--answers", "answers.txt", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "Score: 6 of 6" in done.stdout


def test_an_answer_file_answers_in_turn_as_typed(tmp_path: Path) -> None:
    """Other lines answer the next question as it would be typed on the screen; - reads a pipe."""
    instances = [draw(q, question_seed("seed 5", 1, q.id)) for q in questions() if q.quiz == "residual"]
    given = "\n".join(typed(instance, key(instance)) for instance in instances)
    done = grade(tmp_path, "quiz", "residual", "--answers", "-", "--seed", "5", "--lang", "en", given=given)
    assert done.returncode == 0, done.stderr
    assert "Score: 6 of 6" in done.stdout


def test_what_cannot_be_read_is_told_and_left_open(tmp_path: Path) -> None:
    """An unreadable line is named on stderr and not marked: exit code 1, and the session stays open."""
    lines = [f"{name}: {answer}" for name, answer in answers_to("dropout")]
    lines[0] = "dr-01-kept-value: lots"
    done = grade(tmp_path, "quiz", "dropout", "--answers", "-", "--lang", "en", given="\n".join(lines))
    assert done.returncode == 1
    assert "line 1: the answer to dr-01-kept-value was not understood" in done.stderr
    assert "1 not answered" in done.stdout
    seed = json.loads(_json(tmp_path, "dropout", f"dr-01-kept-value: {lines[0]}").stdout)
    assert len(seed["answers"]) == 4


def _json(folder: Path, name: str, given: str) -> subprocess.CompletedProcess[str]:
    return grade(folder, "quiz", name, "--answers", "-", "--json", given=given)


def test_the_json_result_has_everything_to_mark_again(tmp_path: Path) -> None:
    """Question, seed, parameters, answer, fraction and misconceptions of each answer are in the object."""
    given = "\n".join(f"{name}: {answer}" for name, answer in answers_to("rank-collapse"))
    done = grade(tmp_path, "quiz", "rank-collapse", "--answers", "-", "--json", given=given)
    content = json.loads(done.stdout)
    assert content["schema"] == "addnorm.quiz_result/1"
    assert (content["score"], content["max_score"], content["finished"]) == (3.0, 3, True)
    assert set(content["answers"][0]) == {
        "question",
        "seed",
        "params",
        "answer",
        "fraction",
        "misconceptions",
    }


def test_a_saved_file_is_marked_to_the_same_score(tmp_path: Path) -> None:
    """--save writes what `grade class` marks again."""
    given = "\n".join(f"{name}: {answer}" for name, answer in answers_to("attention")[:-2])
    done = grade(tmp_path, "quiz", "attention", "--answers", "-", "--save", "mine.json", given=given)
    assert done.returncode == 1
    marked = marked_again((tmp_path / "mine.json").read_bytes(), learner="ada")
    assert marked.max_score == 8.0
    assert marked.problems == ()
    assert len(marked.session.answers) == sum(":" in line for line in given.splitlines())
    assert json.loads(write_saved(marked.session))["learner"] == "ada"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("quiz", "feed-forward"), "--answers FILE"),
        (("review",), "--answers FILE"),
        (("quiz", "layernorm", "--no-input"), "Did you mean layer-norm"),
        (("quiz", "--misconception", "nothing-such", "--no-input"), "nothing-such"),
        (("quiz", "--exercise", "99", "--no-input"), "exercise 99"),
        (("quiz", "feed-forward", "--answers", "missing.txt"), "missing.txt"),
        (("export", "quiz", "--format", "qti"), "-o"),
        (("export", "quiz", "--format", "gift"), "--lang"),
        (("quiz", "feed-forward", "--count", "0"), "--count"),
    ],
)
def test_wrong_usage_ends_with_two_and_a_way_out(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    """Without a terminal nobody is asked; what does not exist is said with what does."""
    done = grade(tmp_path, *arguments, LC_ALL="C.UTF-8")
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_no_input_shows_the_questions_and_keeps_nothing(tmp_path: Path) -> None:
    """--no-input prints every question of the choice and begins no session."""
    done = grade(tmp_path, "quiz", "--exercise", "16", "--no-input", "--lang", "en")
    assert done.returncode == 0
    assert "1/4" in done.stdout
    assert "4/4" in done.stdout
    assert not (tmp_path / "scores.db").exists()


def test_what_is_due_is_listed_without_answers(tmp_path: Path) -> None:
    """`review --no-input` lists each due card by its first words, all of them counted, and gives no answer away."""
    listed = grade(tmp_path, "review", "--no-input", "--count", "2", "--lang", "en")
    assert listed.returncode == 0, listed.stderr
    assert "1/2  Card 1." in listed.stdout
    assert "Cards due: 6; these are 2 of them" in listed.stdout
    assert "Right answer" not in listed.stdout
    assert "Why:" not in listed.stdout
    chinese = grade(tmp_path, "review", "--no-input", "--count", "2", "--lang", "zh")
    assert "到期的卡片：6 张；这次取其中 2 张" in chinese.stdout


def test_an_answer_file_may_say_that_nothing_is_known(tmp_path: Path) -> None:
    """A ? in a file is an answer without points that is saved, and marked alike for the instructor."""
    given = "\n".join(f"{name}: ?" for name, _ in answers_to("dropout"))
    done = grade(
        tmp_path, "quiz", "dropout", "--answers", "-", "--save", "mine.json", "--lang", "en", given=given
    )
    assert done.returncode == 0, done.stderr
    assert "Score: 0 of 5" in done.stdout
    marked = marked_again((tmp_path / "mine.json").read_bytes(), learner="ada")
    assert (marked.score, marked.problems, len(marked.session.answers)) == (0.0, (), 5)


def test_ratings_may_come_from_a_file(tmp_path: Path) -> None:
    """Ratings as numbers or words, one a line, in turn or by card."""
    done = grade(
        tmp_path,
        "review",
        "--answers",
        "-",
        "--lang",
        "en",
        given="good\n3\nrc-5-original-vs-modern: easy\n9\n",
    )
    assert done.returncode == 0, done.stderr
    assert "3 cards reviewed." in done.stdout
    assert "line 4" in done.stderr


def test_both_languages_are_exported_to_files_of_their_own(tmp_path: Path) -> None:
    """bank.xml becomes bank.en.xml and bank.zh.xml, with --lang one file of that name."""
    assert grade(tmp_path, "export", "quiz", "--format", "moodle-xml", "-o", "bank.xml").returncode == 0
    assert "What is" in (tmp_path / "bank.en.xml").read_text(encoding="utf-8")
    assert "什么" in (tmp_path / "bank.zh.xml").read_text(encoding="utf-8")
    one = grade(tmp_path, "export", "quiz", "feed-forward", "--format", "gift", "--lang", "zh")
    assert one.stdout.startswith("$CATEGORY: ")
    assert question("ffn-08-negative-outputs").stem.zh in one.stdout


def test_a_review_has_its_json(tmp_path: Path) -> None:
    """`review --json` lists what is due without a word of the answers, keeps ratings that a file gives, and
    never asks.
    """
    listed = the_object(grade(tmp_path, "review", "--count", "3", "--json").stdout, "addnorm.review/1")
    assert [card["rating"] for card in listed["cards"]] == [None, None, None]
    assert (listed["rated"], listed["due"]) == (0, 6)
    assert not {"answer", "explanation"} & set(listed["cards"][0])
    done = grade(tmp_path, "review", "--count", "3", "--json", "--answers", "-", given="3\n\n4\n")
    rated = the_object(done.stdout, "addnorm.review/1")
    assert [card["card"] for card in rated["cards"]] == [card["card"] for card in listed["cards"]]
    assert ([card["rating"] for card in rated["cards"]], rated["rated"]) == ([3, None, 4], 2)
    again = the_object(grade(tmp_path, "review", "--json").stdout, "addnorm.review/1")
    assert again["due"] == listed["due"] - 2


def test_an_export_has_its_json(tmp_path: Path) -> None:
    """`export quiz -o --json` names each file with its language and questions; without -o it is wrong usage."""
    words = ("export", "quiz", "layer-norm", "--format", "gift", "--json")
    found = the_object(grade(tmp_path, *words, "-o", "bank.gift").stdout, "addnorm.export/1")
    assert [(each["file"], each["language"]) for each in found["files"]] == [
        ("bank.en.gift", "en"),
        ("bank.zh.gift", "zh"),
    ]
    assert all(each["questions"] > 0 and (tmp_path / each["file"]).is_file() for each in found["files"])
    assert grade(tmp_path, *words).returncode == 2

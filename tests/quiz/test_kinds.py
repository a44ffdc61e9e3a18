"""The kinds of question: each is one file, and a new one is served everywhere without another line."""

from __future__ import annotations

import importlib
import json
import pkgutil
from pathlib import Path

import pytest

import grader.quiz.kinds
from grader.classbook.items import question_tables
from grader.cli.quiz_words import question_lines
from grader.domain.text import Language
from grader.quiz.bank import read_quizzes
from grader.quiz.export_anki import anki_text
from grader.quiz.export_gift import gift
from grader.quiz.export_moodle import moodle_xml
from grader.quiz.export_qti import qti_items, qti_source
from grader.quiz.file_parts import QuestionModel
from grader.quiz.instance import Instance, draw
from grader.quiz.kinds import KINDS
from grader.quiz.marked_again import mark_saved
from grader.quiz.marking import mark
from grader.quiz.platform_question import platform_questions
from grader.quiz.question import Quiz
from grader.quiz.reading import read_canonical, read_typed
from grader.quiz.soundness import question_problems
from grader.quiz.torch_keys import torch_problems
from grader.quiz.unreadable import Unreadable
from tests.quiz.a_twelfth_kind import FILE, SpellingModel

BELIEFS = frozenset({"case-does-not-count"})


@pytest.fixture
def quiz(tmp_path: Path) -> Quiz:
    """The one quiz of a course whose only question is of the twelfth kind."""
    (tmp_path / "quizzes").mkdir()
    (tmp_path / "quizzes" / "names.toml").write_text(FILE, encoding="utf-8")
    quizzes, problems = read_quizzes(tmp_path, kinds=(*KINDS, SpellingModel))
    assert problems == ()
    return quizzes[0]


@pytest.fixture
def asked(quiz: Quiz) -> Instance:
    """Its question, drawn."""
    return draw(quiz.questions[0], 7)


def test_every_file_of_the_room_is_a_kind() -> None:
    """Each module of kinds/ holds exactly one model, and KINDS lists them all."""
    names = [each.name for each in pkgutil.iter_modules(grader.quiz.kinds.__path__)]
    of_files = []
    for name in names:
        module = importlib.import_module(f"grader.quiz.kinds.{name}")
        own = [each for each in vars(module).values() if isinstance(each, type)]
        models = [
            each for each in own if issubclass(each, QuestionModel) and each.__module__ == module.__name__
        ]
        assert len(models) == 1, name
        of_files += models
    assert set(of_files) == set(KINDS)
    assert len(KINDS) == len(set(KINDS)) == 11


def test_a_file_without_the_kind_is_refused_with_its_place(tmp_path: Path) -> None:
    """A `type` that no kind has is a fault of that question, told with the kinds that there are."""
    (tmp_path / "quizzes").mkdir()
    (tmp_path / "quizzes" / "names.toml").write_text(FILE, encoding="utf-8")
    quizzes, (problem,) = read_quizzes(tmp_path)
    assert quizzes == ()
    assert "names-01" in problem.place
    assert "'single'" in problem.expected


def test_a_new_kind_is_read_and_marked(asked: Instance) -> None:
    """Typed and canonical answers, right, foreseen and unforeseen wrong ones, and unreadable ones."""
    assert read_typed(asked, " LayerNorm ") == read_canonical(asked, "LayerNorm") == asked.key
    assert mark(asked, "LayerNorm").right
    foreseen = mark(asked, "layernorm")
    assert (foreseen.fraction, foreseen.misconceptions) == (0.0, ("case-does-not-count",))
    assert foreseen.feedback[0].en == "Python tells case apart."
    assert mark(asked, "BatchNorm").feedback[0].en == "Incorrect."
    assert mark(asked, "?").misconceptions == ()
    with pytest.raises(Unreadable):
        read_typed(asked, "two words")


def test_a_new_kind_is_checked_for_soundness(asked: Instance) -> None:
    """Its key, its wrong values and its beliefs are checked like those of every other kind."""
    assert question_problems(asked.question, BELIEFS) == ()
    assert torch_problems(asked.question) == ()
    (problem,) = question_problems(asked.question, frozenset())
    assert "case-does-not-count" in problem.found


@pytest.mark.parametrize("language", Language)
def test_a_new_kind_is_exported_to_every_platform(quiz: Quiz, language: Language) -> None:
    """Moodle XML, GIFT, QTI and Anki each hold the question's words and its key."""
    questions = platform_questions((quiz,), language, 3)
    stem = quiz.questions[0].stem.get(language)
    for text in (moodle_xml(questions), gift(questions), anki_text(questions, language)):
        assert stem in text
        assert "LayerNorm" in text
    assert "LayerNorm" in qti_source(qti_items(questions), language)


def test_a_new_kind_is_shown_saved_and_analysed(quiz: Quiz, asked: Instance) -> None:
    """The screen lists it, a saved file is marked again, and the class report has its table of answers."""
    assert next(question_lines(asked, "1/1", Language.ZH)).text.endswith("归一化？")
    time = "2026-11-30T12:00:00+00:00"
    content = {
        "schema": "addnorm.quiz_answers/1",
        "session": "s",
        "learner": "ada",
        "quiz": "names",
        "language": "en",
        "started_at": time,
        "finished_at": time,
        "asked": [{"question": "names-01", "seed": 7}],
        "answers": [{"question": "names-01", "answer": "layernorm", "answered_at": time, "seconds": 3}],
    }
    marked = mark_saved(json.dumps(content).encode(), (quiz,), "ada")
    assert (marked.score, marked.max_score) == (0.0, 1.0)
    (table,) = question_tables([marked.session], [quiz])
    assert [choice.label.en for choice in table.items[0].choices] == ["layernorm"]

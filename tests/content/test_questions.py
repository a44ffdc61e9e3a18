"""The course's own questions: all there, sound, in two languages, and right by torch's own measure."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

from grader.quiz.kinds.fill import FillQuestion
from grader.quiz.kinds.formula import FormulaQuestion
from grader.quiz.kinds.match import MatchQuestion
from grader.quiz.kinds.multi import MultiQuestion
from grader.quiz.kinds.numeric import NumericQuestion
from grader.quiz.kinds.order import OrderQuestion
from grader.quiz.kinds.predict import Predicted, PredictQuestion
from grader.quiz.kinds.shape import ShapeQuestion
from grader.quiz.kinds.short import ShortQuestion
from grader.quiz.kinds.single import SingleQuestion
from grader.quiz.kinds.true_false import TrueFalseQuestion
from grader.quiz.soundness import LONGEST_SHARE, stands_out
from grader.workflows.check_questions import check_questions
from tests.quiz.bank import questions, quizzes

KINDS = {
    SingleQuestion: 58,
    TrueFalseQuestion: 26,
    NumericQuestion: 26,
    MultiQuestion: 9,
    MatchQuestion: 8,
    ShapeQuestion: 7,
    OrderQuestion: 5,
    FillQuestion: 3,
    ShortQuestion: 2,
    PredictQuestion: 10,
    FormulaQuestion: 8,
}


def catalogue(root: Path) -> list[dict[str, object]]:
    """The entries of the catalogue of misconceptions."""
    content = tomllib.loads((root / "quizzes" / "misconceptions.toml").read_text(encoding="utf-8"))
    return list(content["misconception"])


def test_the_bank_is_whole() -> None:
    """All 144 questions of the bank are there, with ten predictions and eight formulas beside them."""
    assert Counter(type(question) for question in questions()) == KINDS


def test_the_first_document_is_covered() -> None:
    """Its five self-test questions, four misconceptions and six review cards each have a question."""
    ids = [question.id for question in questions()]
    counts = {prefix: sum(each.startswith(prefix) for each in ids) for prefix in ("st-", "mc-", "rc-")}
    assert counts == {"st-": 5, "mc-": 4, "rc-": 6}
    assert {question.id for question in questions() if question.card} == {
        each for each in ids if each.startswith("rc-")
    }


def test_the_author_check_finds_nothing(root: Path) -> None:
    """Keys hold at every combination of parameters by torch, no distractor is right, every id is known."""
    assert [str(problem) for problem in check_questions(root)] == []


def test_predictions_are_of_all_three_kinds() -> None:
    """A shape, a mask and a number are each predicted at least twice."""
    kinds = Counter(question.predicted for question in questions() if isinstance(question, PredictQuestion))
    assert all(kinds[kind] >= 2 for kind in Predicted)


def test_formulas_say_their_symbols_in_the_stem() -> None:
    """A learner can know from the stem which letters to use."""
    for question in questions():
        if isinstance(question, FormulaQuestion):
            for symbol in question.symbols:
                assert re.search(rf"(?<![A-Za-z]){re.escape(symbol)}(?![A-Za-z])", question.stem.en), (
                    question.id,
                    symbol,
                )


def test_both_languages_are_told_apart() -> None:
    """Every Chinese stem has Chinese characters, no English stem or explanation has any."""
    chinese = re.compile(r"[\u4e00-\u9fff]")
    for question in questions():
        assert chinese.search(question.stem.zh), question.id
        assert not chinese.search(question.stem.en + question.explanation.en), question.id


def test_both_languages_show_the_same_numbers() -> None:
    """Placeholders and the count of gaps agree between the languages."""
    for question in questions():
        found = [sorted(re.findall(r"\{\w+\}|_{3,}", text)) for text in (question.stem.en, question.stem.zh)]
        assert found[0] == found[1], question.id


def test_length_does_not_give_the_right_option_away() -> None:
    """In at most half of the single choices is the right option clearly the longest."""
    singles = [question for question in questions() if isinstance(question, SingleQuestion)]
    assert sum(stands_out(question.options) for question in singles) <= LONGEST_SHARE * len(singles)


def test_the_catalogue_and_the_questions_agree(root: Path) -> None:
    """Every misconception that a question names is in the catalogue, every question that it names exists."""
    entries = catalogue(root)
    known = {str(entry["id"]) for entry in entries}
    ids = {question.id for question in questions()}
    for question in questions():
        assert question.beliefs <= known, question.id
    for entry in entries:
        named = entry.get("questions", [])
        assert isinstance(named, list)
        assert set(named) <= ids, entry["id"]


def test_most_questions_record_a_misconception_when_missed() -> None:
    """At least two thirds of the questions tie a wrong answer to the catalogue."""
    tied = 0
    for question in questions():
        parts = (*getattr(question, "options", ()), *getattr(question, "wrong", ()), question)
        tied += any(getattr(part, "misconception", None) for part in parts)
    assert tied >= 2 / 3 * len(questions()), tied


def test_names_of_quizzes_are_words_to_type() -> None:
    """Quiz names are lower-case words with hyphens, and none is taken for an option or an exercise number."""
    for quiz in quizzes():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", quiz.name)

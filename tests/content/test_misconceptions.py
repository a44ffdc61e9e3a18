"""The catalogue of misconceptions as the course ships it: complete, bilingual, and one sentence a belief."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.catalog.misconceptions import load_misconceptions
from grader.domain.misconception import Kind, Misconception
from grader.domain.text import Language

CHINESE = re.compile(r"[\u4e00-\u9fff]")
ENDS = {Language.EN: (".", "!", "?", ".)"), Language.ZH: ("。", "！", "？", "。）")}
LONGEST_BELIEF_EN = 140

# The catalogue is complete when each exercise has these. Exercise 19 is exercise 9's encoder, to be repaired.
COUNTS = {
    1: 23, 2: 11, 3: 24, 4: 18, 5: 14, 6: 21, 7: 19, 8: 19, 9: 13, 10: 12, 11: 14, 12: 20,
    13: 11, 14: 12, 15: 14, 16: 13, 17: 14, 18: 10, 19: 13, 20: 19, 21: 15, 22: 10, 23: 9, 24: 4,
}  # fmt: skip


@pytest.fixture(scope="module")
def catalogue(root: Path) -> Mapping[str, Misconception]:
    """Load the course's own catalogue."""
    return load_misconceptions(root)


def test_every_exercise_has_its_misconceptions(catalogue: Mapping[str, Misconception]) -> None:
    """No known wrong implementation of an exercise is missing from the catalogue."""
    assert Counter(number for entry in catalogue.values() for number in entry.exercises) == COUNTS


def test_kinds_are_counted(catalogue: Mapping[str, Misconception]) -> None:
    """A design that is right elsewhere stays a contract deviation, and is not counted as a bug."""
    expected = {Kind.BUG: 269, Kind.CONTRACT: 64, Kind.ROBUSTNESS: 6}
    assert Counter(entry.kind for entry in catalogue.values()) == expected


def test_both_languages_are_written_in_themselves(catalogue: Mapping[str, Misconception]) -> None:
    """English holds no Chinese, and Chinese is no copy of the English."""
    wrong = [
        f"{entry.id}.{name}"
        for entry in catalogue.values()
        for name, text in (("belief", entry.belief), ("correction", entry.correction))
        if CHINESE.search(text.en) or not CHINESE.search(text.zh)
    ]
    assert wrong == []


def test_sentences_end_with_punctuation(catalogue: Mapping[str, Misconception]) -> None:
    """Beliefs and corrections are whole sentences in either language."""
    wrong = [
        f"{entry.id}.{name}.{language}"
        for entry in catalogue.values()
        for name, text in (("belief", entry.belief), ("correction", entry.correction))
        for language in Language
        if not text.get(language).endswith(ENDS[language])
    ]
    assert wrong == []


def test_a_belief_is_one_short_sentence(catalogue: Mapping[str, Misconception]) -> None:
    """A belief fits in one line of a report and is one sentence in both languages."""
    wrong = [
        entry.id
        for entry in catalogue.values()
        if len(entry.belief.en) > LONGEST_BELIEF_EN
        or re.search(r"[.!?] [A-Z]", entry.belief.en)
        or re.search(r"[。！？].", entry.belief.zh)
    ]
    assert wrong == []


def test_a_belief_speaks_of_the_matter_and_not_to_the_reader(catalogue: Mapping[str, Misconception]) -> None:
    """A belief is a claim about Transformers or torch; "you" and "I" are for corrections."""
    second_person = re.compile(r"\b([Yy]ours?|[Yy]ou|I|[Mm]y|[Ww]e|[Oo]urs?)\b")
    wrong = [
        entry.id
        for entry in catalogue.values()
        if second_person.search(entry.belief.en) or re.search("[你您我]", entry.belief.zh)
    ]
    assert wrong == []


def test_no_two_beliefs_are_alike(catalogue: Mapping[str, Misconception]) -> None:
    """Beliefs differ in more than case and punctuation: a class report shows them side by side."""
    for language in Language:
        plain = [
            re.sub(r"[\s.,;:，。；：]", "", entry.belief.get(language)).lower()
            for entry in catalogue.values()
        ]
        assert [text for text, count in Counter(plain).items() if count > 1] == []


def test_every_question_exists(root: Path, catalogue: Mapping[str, Misconception]) -> None:
    """A misconception sends its learner to questions that the quizzes hold."""
    topics = [path for path in (root / "quizzes").glob("*.toml") if path.name != "misconceptions.toml"]
    files = [tomllib.loads(path.read_text("utf-8")) for path in topics]
    known = {question["id"] for file in files for question in file["question"]}
    missing = {id_: set(entry.questions) - known for id_, entry in catalogue.items()}
    assert {id_: questions for id_, questions in missing.items() if questions} == {}

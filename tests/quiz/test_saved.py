"""Quiz files are marked again from questions, seeds and answers; nothing else in them is believed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.domain.text import Language
from grader.quiz.memory import TransientMemory
from grader.quiz.saved import SIZE_CAP_BYTES, SavedFileError, is_saved, write_saved
from grader.workflows.take_quiz import Choice, Sitting, sit_down
from tests.quiz.bank import ROOT, key, marked_again, wrong_answers

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def sitting(name: str = "feed-forward") -> Sitting:
    """A new sitting at a quiz."""
    return sit_down(ROOT, Choice(name), TransientMemory(), lambda: NOW, Language.EN, "ada")


def taken(wrong: int = 2) -> tuple[Sitting, float]:
    """A finished sitting with so many wrong answers, and its score."""
    one = sitting()
    for number, instance in enumerate(one.instances()):
        wrongs = wrong_answers(instance)
        one.answer(instance, wrongs[0][0] if number < wrong and wrongs else key(instance), 3.0)
    one.finish()
    return one, sum(answer.fraction for answer in one.session.answers)


def edited(change: Any) -> bytes:
    """A saved file after a change to its content."""
    content = json.loads(write_saved(taken()[0].session))
    change(content)
    return json.dumps(content).encode()


def test_a_file_is_marked_to_the_score_that_the_learner_saw() -> None:
    """Marking again gives the same session: fractions, parameters and misconceptions."""
    one, score = taken()
    marked = marked_again(write_saved(one.session).encode())
    assert marked.score == pytest.approx(score)
    assert marked.session.answers == one.session.answers
    assert marked.problems == ()
    assert marked.max_score == 8.0


def test_no_score_stands_in_the_file() -> None:
    """The file holds ids, seeds and answers only."""
    text = write_saved(taken()[0].session)
    assert "fraction" not in text
    assert "score" not in text
    assert "misconception" not in text


def test_an_added_score_is_not_believed() -> None:
    """A learner who writes a score or a fraction into the file changes nothing."""

    def cheat(content: dict[str, Any]) -> None:
        content["score"] = 8
        for answer in content["answers"]:
            answer["fraction"] = 1.0

    assert marked_again(edited(cheat)).score == pytest.approx(taken()[1])


def test_what_was_left_out_has_no_points() -> None:
    """Deleting the wrong answers does not raise the share: every question that was asked counts."""

    def drop(content: dict[str, Any]) -> None:
        content["answers"] = content["answers"][2:]

    marked = marked_again(edited(drop))
    assert (marked.score, marked.max_score) == (6.0, 8.0)


def test_an_answer_counts_once_and_only_if_it_was_asked() -> None:
    """Repeated answers, repeated questions and answers to other questions are reported and not counted."""

    def stuff(content: dict[str, Any]) -> None:
        content["answers"].append(dict(content["answers"][-1]))
        content["asked"].append(dict(content["asked"][0]))
        content["answers"].append(
            {**content["answers"][-1], "question": "mc-1-layernorm-over-batch", "answer": "false"}
        )

    marked = marked_again(edited(stuff))
    assert len(marked.problems) == 3
    assert marked.score == pytest.approx(taken()[1])


def test_unknown_questions_and_unreadable_answers_are_told() -> None:
    """A question that the course does not have, or an answer that is none, is a problem and no crash."""

    def spoil(content: dict[str, Any]) -> None:
        content["asked"][0]["question"] = "no-such-question"
        content["answers"][3]["answer"] = "zzz"

    marked = marked_again(edited(spoil))
    assert any("no-such-question" in problem for problem in marked.problems)
    assert any("cannot be read" in problem for problem in marked.problems)
    assert marked.max_score == 7.0


def test_the_owner_of_the_submission_replaces_the_name_in_the_file() -> None:
    """Who handed the file in is decided by the submission; a copied file makes a session of its own."""
    data = edited(lambda content: None)
    bo, again, cy = (marked_again(data, learner=name).session for name in ("bo", "bo", "cy"))
    assert (bo.learner, cy.learner) == ("bo", "cy")
    assert bo.id == again.id != cy.id


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"schema": "addnorm.grade/1"}',
        b"[" * 100_000,
        b" " * (SIZE_CAP_BYTES + 1),
    ],
)
def test_what_is_no_quiz_file_is_refused(data: bytes) -> None:
    """Other JSON, broken bytes, deep nesting and large files raise SavedFileError and nothing else."""
    with pytest.raises(SavedFileError):
        marked_again(data)


def test_a_quiz_file_is_known_by_its_schema(tmp_path: Path) -> None:
    """`is_saved` tells a quiz file from a notebook, which is JSON as well."""
    assert is_saved(write_saved(taken()[0].session).encode())
    assert not is_saved(b'{"cells": [], "nbformat": 4}')

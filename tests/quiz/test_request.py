"""What somebody asks for has a label, and the label leads back to it."""

from __future__ import annotations

import pytest

from grader.domain.errors import UsageError
from grader.quiz.request import QuizRequest, questions_for, request_of
from tests.quiz.bank import quizzes


@pytest.mark.parametrize(
    ("request_", "label", "command"),
    [
        (QuizRequest(), "all", "grade quiz"),
        (QuizRequest("layer-norm"), "layer-norm", "grade quiz layer-norm"),
        (QuizRequest(exercise=3), "exercise:3", "grade quiz --exercise 3"),
        (
            QuizRequest("activation", 3, "ffn-no-activation"),
            "activation+exercise:3+misconception:ffn-no-activation",
            "grade quiz activation --exercise 3 --misconception ffn-no-activation",
        ),
    ],
)
def test_a_label_leads_back(request_: QuizRequest, label: str, command: str) -> None:
    """Label and command say the same, and the label alone is enough to ask again."""
    assert (request_.label, request_.command) == (label, command)
    assert request_of(label) == request_


@pytest.mark.parametrize(
    "label", ["exercise:", "exercise:٣", "exercise:03", "all+all", "a+b", "", "misconception:"]
)
def test_what_is_no_label_is_the_name_of_a_quiz_that_is_not_there(label: str) -> None:
    """A forged label chooses nothing."""
    with pytest.raises(UsageError):
        questions_for(quizzes(), request_of(label))


def test_every_part_of_a_request_narrows_it() -> None:
    """What is chosen fits name, exercise and misconception at once."""
    wide = {question.id for question in questions_for(quizzes(), QuizRequest(exercise=3))}
    narrow = questions_for(quizzes(), QuizRequest("feed-forward", 3))
    assert {question.quiz for question in narrow} == {"feed-forward"}
    assert {question.id for question in narrow} <= wide
    tied = questions_for(quizzes(), QuizRequest(misconception="ffn-no-activation"))
    assert all("ffn-no-activation" in question.beliefs for question in tied)

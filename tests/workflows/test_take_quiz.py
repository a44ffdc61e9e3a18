"""A sitting is taken up where it was left, is drawn by learner and attempt, and keeps what it sees."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from grader.domain.errors import UsageError
from grader.domain.mark import Sighting, SightingSource
from grader.domain.text import Language
from grader.quiz.memory import QuizMemory, TransientMemory
from grader.quiz.request import QuizRequest
from grader.workflows.take_quiz import Sitting, sit_down
from tests.quiz.bank import ROOT, key, questions, wrong_answers

FFN = QuizRequest("feed-forward")
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def sit(
    memory: QuizMemory,
    wanted: QuizRequest = FFN,
    learner: str = "ada",
    restart: bool = False,
    at: int = 0,
) -> Sitting:
    """Sit down `at` hours after noon."""
    return sit_down(ROOT, wanted, memory, lambda: NOW + timedelta(hours=at), Language.EN, learner, restart)


def test_an_interrupted_sitting_goes_on_with_what_is_open() -> None:
    """Answers given before the interruption stand; the open questions come with the same draws."""
    memory = TransientMemory()
    first = sit(memory)
    instances = first.instances()
    for instance in instances[:3]:
        first.answer(instance, key(instance), 1.0)
    again = sit(memory, at=1)
    assert again.resumed
    assert again.instances() == instances[3:]
    assert len(again.session.answers) == 3


def test_a_restart_gives_the_unfinished_sitting_up() -> None:
    """--restart begins the next attempt with other draws."""
    memory = TransientMemory()
    first = sit(memory)
    again = sit(memory, restart=True, at=1)
    assert not again.resumed
    assert again.session.seeds != first.session.seeds
    assert memory.sessions("ada")[0].finished_at is not None


def test_draws_follow_from_learner_and_attempt() -> None:
    """The same learner's first attempt is the same on every machine; another learner's is not."""
    assert sit(TransientMemory()).session.seeds == sit(TransientMemory()).session.seeds
    assert sit(TransientMemory()).session.seeds != sit(TransientMemory(), learner="bo").session.seeds


def test_quizzes_do_not_share_their_sessions() -> None:
    """An unfinished quiz on one topic does not come up at another one."""
    memory = TransientMemory()
    sit(memory)
    assert not sit(memory, QuizRequest("mask")).resumed
    assert not sit(memory, QuizRequest(exercise=3)).resumed
    assert sit(memory).resumed


def test_a_wrong_distractor_is_kept_under_the_catalogue_id() -> None:
    """What a quiz answer shows is a sighting like a diagnosis of code."""
    memory = TransientMemory(
        {"ada": (Sighting("mask-inverted", SightingSource.EXERCISE, NOW - timedelta(days=1)),)}
    )
    one = sit(memory, QuizRequest(misconception="ffn-no-activation"))
    instance = next(each for each in one.instances() if each.question.id == "ffn-03-no-activation")
    one.answer(instance, wrong_answers(instance)[0][0], 2.0)
    assert memory.sightings("ada") == (
        Sighting("mask-inverted", SightingSource.EXERCISE, NOW - timedelta(days=1)),
        Sighting("ffn-no-activation", SightingSource.QUIZ, NOW),
    )


def test_a_diagnosed_misconception_comes_first() -> None:
    """After a diagnosis, the tied questions of a quiz lead the next sitting."""
    memory = TransientMemory({"ada": (Sighting("ffn-no-activation", SightingSource.EXERCISE, NOW),)})
    assert sit(memory).session.questions[0] == "ffn-03-no-activation"


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (QuizRequest("layernorm"), "layer-norm"),
        (QuizRequest(misconception="ffn-no-activatoin"), "ffn-no-activation"),
        (QuizRequest(exercise=99), "exercise 99"),
    ],
)
def test_a_choice_without_questions_says_what_there_is(wanted: QuizRequest, words: str) -> None:
    """A near miss is suggested."""
    with pytest.raises(UsageError) as caught:
        sit(TransientMemory(), wanted)
    assert words in f"{caught.value} {caught.value.hint.en}"


def test_a_choice_takes_exactly_what_fits() -> None:
    """--exercise and --misconception choose by the questions' own ties."""
    chosen = sit(TransientMemory(), QuizRequest(exercise=17)).session.questions
    assert set(chosen) == {question.id for question in questions() if 17 in question.exercises}

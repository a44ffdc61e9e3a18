"""Quiz files among the hand-ins: refused one by one with a reason, and everybody else is marked and graded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.classrun.quizzes import QuizKeeper
from grader.domain.classroom import SavedQuiz
from grader.domain.mark import QuizSession
from grader.domain.text import Language, Text
from grader.quiz.kinds.true_false import TrueFalseQuestion
from grader.quiz.memory import TransientMemory
from grader.quiz.question import Quiz
from grader.quiz.saved import write_saved
from grader.store.store import Store
from tests.classrun.small import NOW, OwnEngine, begun, grading, handin

SAY = Text("It holds.", "成立。")


def _question(name: str) -> TrueFalseQuestion:
    return TrueFalseQuestion(
        id=name, quiz="small", stem=SAY, explanation=SAY, difficulty=1, source=(), exercises=(3,), misconceptions=(),
        params={}, feedback_wrong=None, version_scope="", torch_key="", card=False, answer=True, wrong_feedback=SAY,
        right_feedback=SAY,
    )  # fmt: skip


QUIZ = Quiz("small", Text("Small", "小测验"), (_question("one"), _question("two"), _question("three")))
NAMES = [question.id for question in QUIZ.questions]


def content(**changes: Any) -> dict[str, Any]:
    """A good quiz file of the whole small quiz as plain data, with changes."""
    session = QuizSession(
        "s1", "somebody", QUIZ.name, Language.EN, tuple(NAMES), (1,) * len(NAMES), NOW, (), NOW
    )
    return {**json.loads(write_saved(session)), **changes}


def saved(plain: Mapping[str, Any], learner: str = "zoe") -> SavedQuiz:
    """The file as it lies among somebody's hand-ins."""
    return SavedQuiz(learner, learner.title(), f"{learner}/quiz.json", json.dumps(plain).encode())


def keeper(memory: Any = None) -> QuizKeeper:
    """A keeper with the small bank."""
    bank: tuple[Quiz, ...] = (QUIZ,)
    return QuizKeeper(lambda: bank, memory or TransientMemory())


ABSURD: Mapping[str, Any] = {
    "a year before every time zone": {"started_at": "0001-01-01T00:00:00+14:00"},
    "a year after them": {"finished_at": "9999-12-31T23:59:59-14:00"},
    "a time without a zone": {"started_at": "2026-11-30T12:00:00"},
    "no time": {"started_at": "yesterday"},
    "a number as a time beyond the calendar": {"started_at": 1e300},
    "a zero in a name": {"quiz": "x\0y"},
    "a quiz of ten thousand letters": {"quiz": "x" * 10_000},
    "half a character": {"session": "\ud800"},
    "a language that is none": {"language": "xx"},
    "an endless list": {"asked": [{"question": "q", "seed": 1}] * 5000},
    "a seed without end": {"asked": [{"question": NAMES[0], "seed": 10**400}]},
    "an answer at no time": {
        "answers": [
            {"question": NAMES[0], "answer": "a", "answered_at": "0001-01-01T00:00:00+14:00", "seconds": 1}
        ]
    },
    "an answer of endless seconds": {
        "answers": [{"question": NAMES[0], "answer": "a", "answered_at": NOW.isoformat(), "seconds": 1e999}]
    },
    "a quiz that there is not": {"quiz": "no-such-quiz"},
}


@pytest.mark.parametrize("changes", ABSURD.values(), ids=ABSURD.keys())
def test_an_absurd_file_is_refused_with_its_reason_and_everybody_else_is_graded(
    store: Store, changes: Mapping[str, Any]
) -> None:
    """One file of absurd dates, sizes or characters costs its own marks alone."""
    run = begun(store)
    under_way = grading(store, run, OwnEngine())
    under_way.quizzes = keeper(store.quiz_memory)
    files = [saved(content(**changes), "eve"), saved(content(), "zoe"), handin("a", b"x")]
    told = list(under_way.grade(iter(files)))
    assert [each.result.learner for each in told] == ["a"]
    ((path, reason),) = under_way.quizzes.refused
    assert path == "eve/quiz.json"
    assert reason.en
    assert reason.zh
    assert [each.learner for each in under_way.quizzes.kept] == ["zoe"]
    assert store.quiz_memory.sessions("eve") == ()
    assert len(store.quiz_memory.sessions("zoe")) == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
KEYS = st.sampled_from(list(content()))


@given(st.dictionaries(KEYS, JSON, max_size=4))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_file_holds_it_is_marked_or_refused(store: Store, changes: dict[str, Any]) -> None:
    """Any value in any field ends in a mark or in a reason, and never in an exception."""
    of = keeper(store.quiz_memory)
    of.keep(saved(content(**changes)))
    assert len(of.kept) + len(of.refused) == 1


@given(st.binary(max_size=400))
@settings(max_examples=100, deadline=None)
def test_bytes_that_are_no_file_are_refused(body: bytes) -> None:
    """Rubbish behind the schema's name has a reason, too."""
    of = keeper()
    of.keep(SavedQuiz("eve", "Eve", "eve/q.json", b'{"schema": "addnorm.quiz_answers/1"' + body))
    assert len(of.refused) == 1


def test_deep_nesting_is_refused() -> None:
    """A file of a hundred thousand brackets exhausts nothing."""
    of = keeper()
    of.keep(
        SavedQuiz(
            "eve", "Eve", "eve/q.json", b'{"schema": "addnorm.quiz_answers/1", "asked": ' + b"[" * 100_000
        )
    )
    assert len(of.refused) == 1


def test_a_file_is_kept_once_and_a_longer_one_adds_to_it(store: Store) -> None:
    """The session belongs to who handed it in; the same file again changes nothing."""
    for _ in range(2):
        keeper(store.quiz_memory).keep(saved(content(asked=content()["asked"][:1])))
    keeper(store.quiz_memory).keep(saved(content()))
    (session,) = store.quiz_memory.sessions("zoe")
    assert session.quiz == QUIZ.name
    assert store.quiz_memory.sessions("somebody") == ()


def test_the_score_is_out_of_the_quiz_as_given() -> None:
    """A file with one question under the name of the whole quiz is marked out of all of them, and that is said."""
    of = keeper()
    of.keep(saved(content(asked=content()["asked"][:1])))
    (kept,) = of.kept
    assert (kept.score, kept.max_score) == (0.0, float(len(NAMES)))
    assert any("out of all" in problem.en for problem in kept.problems)


def test_a_copied_file_counts_for_each_who_hands_it_in() -> None:
    """Two people's equal files are two sessions."""
    memory = TransientMemory()
    of = keeper(memory)
    for learner in ("zoe", "li"):
        of.keep(replace(saved(content()), learner_key=learner))
    assert len(memory.sessions("zoe")) == len(memory.sessions("li")) == 1

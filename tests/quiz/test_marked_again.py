"""A quiz file is marked again from questions, seeds and answers; nothing else in it is believed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.domain.text import Language
from grader.quiz.kinds.short import ShortQuestion
from grader.quiz.marked_again import MarkedFile
from grader.quiz.memory import TransientMemory
from grader.quiz.request import QuizRequest
from grader.quiz.saved import SavedFileError, write_saved
from grader.workflows.take_quiz import Sitting, sit_down
from tests.quiz.bank import ROOT, key, marked_again, questions, wrong_answers

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def sitting(name: str = "feed-forward") -> Sitting:
    """A new sitting at a quiz."""
    return sit_down(ROOT, QuizRequest(name), TransientMemory(), lambda: NOW, Language.EN, "ada")


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
    marked = marked_again(write_saved(one.session).encode(), "ada")
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
    assert any("no-such-question" in problem.en for problem in marked.problems)
    assert any("cannot be read" in problem.en for problem in marked.problems)
    assert (marked.max_score, len(marked.session.answers)) == (8.0, 6)


def test_the_owner_of_the_submission_replaces_the_name_in_the_file() -> None:
    """Who handed the file in is decided by the submission; a copied file makes a session of its own."""
    data = edited(lambda content: None)
    bo, again, cy = (marked_again(data, learner=name).session for name in ("bo", "bo", "cy"))
    assert (bo.learner, cy.learner) == ("bo", "cy")
    assert bo.id == again.id != cy.id


def test_the_score_is_out_of_the_quiz_as_given() -> None:
    """One easy question under the name of a quiz of eight earns one of eight, and that is said."""

    def keep_one(content: dict[str, Any]) -> None:
        content["asked"] = content["asked"][-1:]
        content["answers"] = content["answers"][-1:]

    marked = marked_again(edited(keep_one))
    assert (marked.score, marked.max_score) == (1.0, 8.0)
    assert "1 of the 8 questions of feed-forward" in marked.problems[0].en


def test_questions_of_another_quiz_do_not_count() -> None:
    """A question that the named quiz does not hold is said and earns nothing, however right its answer."""

    def rename(content: dict[str, Any]) -> None:
        content["quiz"] = "layer-norm"

    marked = marked_again(edited(rename))
    assert marked.score == 0.0
    assert marked.session.answers == ()
    assert "is not in the quiz layer-norm" in marked.problems[0].en


@pytest.mark.parametrize(
    "wanted",
    [
        QuizRequest("feed-forward"),
        QuizRequest(exercise=3),
        QuizRequest("layer-norm", exercise=1),
        QuizRequest(misconception="ffn-dropout-active-in-eval"),
        QuizRequest(),
    ],
)
def test_a_whole_quiz_has_no_problem_however_it_was_chosen(wanted: QuizRequest) -> None:
    """By name, by exercise, by misconception, by several of these, or all: the file is of that very quiz."""
    session = sit_down(ROOT, wanted, TransientMemory(), lambda: NOW, Language.ZH, "ada").session
    marked = marked_again(write_saved(session).encode(), "ada")
    assert marked.problems == ()
    assert marked.max_score == len(session.questions)


@pytest.mark.parametrize(
    "name",
    ["no-such-quiz", "exercise:0", "exercise:9999999999", "misconception:x", "all+all", "+", "exercise:٣"],
)
def test_a_quiz_that_the_course_does_not_have_is_refused(name: str) -> None:
    """The name is looked up, and a file of another quiz is refused with that reason in both languages."""
    with pytest.raises(SavedFileError) as refused:
        marked_again(edited(lambda content: content.update(quiz=name)))
    assert refused.value.reason.en.startswith("quiz: there ") or "no question" in refused.value.reason.en
    assert refused.value.reason.zh.startswith("测验：没有")


def test_another_persons_name_inside_is_said() -> None:
    """Who handed in is who it counts for; a file that speaks of somebody else says so."""
    data = edited(lambda content: content.update(learner="bo"))
    marked = marked_again(data, "cy")
    assert marked.session.learner == "cy"
    assert [problem.en for problem in marked.problems] == [
        "the file names 'bo'; it counts for who handed it in"
    ]
    assert marked_again(data, "bo").problems == ()
    assert marked_again(edited(lambda content: content.update(learner="me")), "cy").problems == ()


def test_very_many_problems_are_told_in_part() -> None:
    """A thousand forged questions give twenty lines and the number of the others."""

    def flood(content: dict[str, Any]) -> None:
        content["asked"] = [{"question": f"forged-{number}", "seed": 0} for number in range(1000)]

    marked = marked_again(edited(flood))
    assert len(marked.problems) == 21
    assert marked.problems[-1].en.startswith("and 98")


def test_an_answer_with_control_characters_is_not_kept() -> None:
    """What a database or a terminal would choke on does not get there, in a phrase as in a formula."""
    phrases = [each for each in questions() if isinstance(each, ShortQuestion)]
    wanted = QuizRequest(phrases[0].quiz)
    session = sit_down(ROOT, wanted, TransientMemory(), lambda: NOW, Language.EN, "ada").session
    content = json.loads(write_saved(session))
    content["answers"] = [
        {"question": phrases[0].id, "answer": f"{bad}mask", "answered_at": NOW.isoformat(), "seconds": 1}
        for bad in ("\0", "\x1b[2J", "\u202e")[:1]
    ]
    marked = marked_again(json.dumps(content).encode())
    assert marked.session.answers == ()
    assert "control characters" in marked.problems[0].en


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda children: (
        st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=8), children, max_size=3)
    ),
    max_leaves=8,
)
MOMENTS = st.sampled_from(
    [
        "0001-01-01T00:00:00+14:00",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59-14:00",
        "9999-12-31T23:59:59.999999+00:00",
        "1969-12-31T23:59:59+00:00",
        "2200-01-01T00:00:01Z",
        "2026-11-30T12:00:00",
        "-1000-01-01T00:00:00Z",
        "2026-02-30T00:00:00Z",
        "2026-11-30T24:00:00Z",
        "2026-11-30T12:00:00+99:99",
        -62135596800,
        253402300800,
        1e300,
        10**30,
    ]
)
TIMES = MOMENTS | st.datetimes(timezones=st.timezones() | st.just(UTC)).map(datetime.isoformat)
NESTED = st.integers(0, 100).map(lambda depth: "(" * depth + "D" + ")" * depth)
TYPED = st.sampled_from(
    ["9**9**9", "√" * 199 + "D", "-" * 199 + "1", "1e99", "a=b=c", "l1=", ",", ";", "?", "none"]
)
ANSWERS = st.text(max_size=400) | NESTED | TYPED
WHERE = st.sampled_from(
    ["started_at", "finished_at", "session", "learner", "quiz", "language", "asked", "answers", "schema"]
)


@settings(deadline=None, max_examples=300)
@given(field=WHERE, value=JSON_VALUES | TIMES | ANSWERS)
def test_nothing_in_a_file_raises_anything_but_the_refusal(field: str, value: object) -> None:
    """Any JSON in the place of any field is refused as no quiz file, or marked."""
    assert_marked_or_refused(edited(lambda content: content.update({field: value})))


@settings(deadline=None, max_examples=300)
@given(answers=st.lists(ANSWERS, min_size=8, max_size=8), seed=st.integers(-1, 2**64), moment=TIMES)
def test_no_answer_seed_or_time_raises_anything_but_the_refusal(
    answers: list[str], seed: int, moment: object
) -> None:
    """Answers of every sort, to questions of every kind, are marked, told as unreadable, or refused."""

    def forge(content: dict[str, Any]) -> None:
        for each, text in zip(content["answers"], answers, strict=True):
            each["answer"] = text
        content["asked"][0]["seed"] = seed
        content["answers"][0]["answered_at"] = moment

    assert_marked_or_refused(edited(forge))


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_no_answer_to_any_question_of_the_course_raises(data: st.DataObject) -> None:
    """Every kind of question bears every text."""
    asked = data.draw(st.sampled_from(questions()))
    content = json.loads(write_saved(sitting().session)) | {"quiz": asked.quiz}
    content["asked"] = [{"question": asked.id, "seed": data.draw(st.integers(0, 2**63 - 1))}]
    content["answers"] = [
        {"question": asked.id, "answer": data.draw(ANSWERS), "answered_at": NOW.isoformat(), "seconds": 0}
    ]
    assert_marked_or_refused(json.dumps(content).encode())


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=200), st.integers(0, 2000))
def test_no_bytes_raise_anything_but_the_refusal(noise: bytes, place: int) -> None:
    """Bytes put anywhere into a file spoil it at most."""
    whole = edited(lambda content: None)
    assert_marked_or_refused(whole[:place] + noise + whole[place:])


def assert_marked_or_refused(data: bytes) -> None:
    """Mark, and check what comes of it: something to keep, or a short reason."""
    try:
        marked = marked_again(data, "ada")
    except SavedFileError as refused:
        reason = refused.reason
    else:
        assert_fit_to_keep(marked)
        return
    assert reason.en.isprintable()
    assert 0 < len(reason.en) < 500


def assert_fit_to_keep(marked: MarkedFile) -> None:
    """Check that times are in UTC, names and answers printable, fractions within the quiz."""
    session = marked.session
    times = [session.started_at, session.finished_at, *(answer.answered_at for answer in session.answers)]
    assert all(time is not None and 1970 <= time.astimezone(UTC).year <= 2200 for time in times)
    assert session.learner == "ada"
    assert session.quiz.isprintable()
    assert all(problem.en.isprintable() and problem.zh.isprintable() for problem in marked.problems)
    assert all(answer.answer.isprintable() and 0 <= answer.fraction <= 1 for answer in session.answers)
    assert 0 <= marked.score <= marked.max_score

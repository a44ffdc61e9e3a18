"""The next steps that feedback offers, over the whole catalogue: each is a command that does something."""

from __future__ import annotations

import re
from pathlib import Path

from grader.catalog.exercises import load_ladder
from grader.catalog.misconceptions import load_misconceptions
from grader.domain.exercise import Exercise
from grader.domain.result import Diagnosis, GradeResult
from grader.domain.text import Language
from grader.domain.verdict import Confinement, Verdict
from grader.quiz.bank import load_quizzes
from grader.quiz.request import QuizRequest, questions_for
from grader.reports.feedback import student_feedback

OPTION = re.compile(r"grade quiz --(misconception|exercise) (\S+)")


def _wrong(exercise: Exercise, *misconceptions: str) -> GradeResult:
    """A wrong answer to the exercise in which these misconceptions are found."""
    return GradeResult(
        exercise_number=exercise.number,
        exercise_id=exercise.id,
        verdict=Verdict.WRONG_ANSWER,
        score=0.0,
        max_score=10.0,
        seed=1,
        confinement=Confinement.NONE,
        checks=(),
        diagnoses=tuple(Diagnosis(each, 0.0, 1.0, 20) for each in misconceptions),
        submission_digest="",
        course_digest="",
        grader_version="",
        seconds=0.0,
    )


def test_every_offered_quiz_has_questions(root: Path) -> None:
    """For each misconception at each of its exercises, in both languages, the quiz that is offered asks something."""
    exercises = {exercise.number: exercise for exercise in load_ladder(root)}
    catalogue, quizzes = load_misconceptions(root), load_quizzes(root)
    kinds = set()
    for entry in catalogue.values():
        for number in entry.exercises:
            for language in Language:
                feedback = student_feedback(
                    _wrong(exercises[number], entry.id), exercises[number], catalogue, language
                )
                (offered,) = OPTION.findall(feedback.main[-1].text)
                kind, value = offered
                wanted = (
                    QuizRequest(misconception=value)
                    if kind == "misconception"
                    else QuizRequest(exercise=int(value))
                )
                assert questions_for(quizzes, wanted)
                kinds.add(kind)
    assert kinds == {"misconception", "exercise"}


def test_the_first_misconception_with_a_question_is_offered(root: Path) -> None:
    """Of several misconceptions that were found, the quiz is on the first that a question is tied to."""
    exercise = next(each for each in load_ladder(root) if each.number == 2)
    result = _wrong(exercise, "lnm-only-sign-fixed", "ln-unbiased-variance")
    feedback = student_feedback(result, exercise, load_misconceptions(root), Language.EN)
    assert "grade quiz --misconception ln-unbiased-variance" in feedback.main[-1].text

"""Which questions somebody asks for: one quiz, those on an exercise, those tied to a misconception."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from grader.domain.errors import UsageError
from grader.domain.text import Text
from grader.quiz.question import Question, Quiz

ALL = "all"


@dataclass(frozen=True)
class QuizRequest:
    """What a learner asked for; all None means the whole bank."""

    name: str | None = None
    exercise: int | None = None
    misconception: str | None = None
    count: int | None = None

    @property
    def label(self) -> str:
        """The name under which the session is kept and taken up again."""
        parts = [self.name] if self.name else []
        if self.exercise is not None:
            parts.append(f"exercise:{self.exercise}")
        if self.misconception is not None:
            parts.append(f"misconception:{self.misconception}")
        return "+".join(parts) or ALL

    @property
    def command(self) -> str:
        """The command that asks for these questions again."""
        words = [self.name] if self.name else []
        if self.exercise is not None:
            words.append(f"--exercise {self.exercise}")
        if self.misconception is not None:
            words.append(f"--misconception {self.misconception}")
        if self.count is not None:
            words.append(f"--count {self.count}")
        return " ".join(("grade quiz", *words))


def request_of(label: str) -> QuizRequest:
    """Return the request that has this label; what is no label is taken for the name of a quiz."""
    name = exercise = misconception = None
    for part in [] if label == ALL else label.split("+"):
        word, _, value = part.partition(":")
        if word == "exercise" and value.isascii() and value.isdigit() and len(value) <= 3:
            exercise = int(value)
        elif word == "misconception" and value:
            misconception = value
        else:
            name = part
    found = QuizRequest(name, exercise, misconception)
    return found if found.label == label else QuizRequest(label)


def questions_for(quizzes: tuple[Quiz, ...], wanted: QuizRequest) -> tuple[Question, ...]:
    """Return the questions that fit every part of the request. Raises UsageError where there are none."""
    chosen = quizzes
    if wanted.name is not None:
        chosen = tuple(quiz for quiz in quizzes if quiz.name == wanted.name)
        if not chosen:
            raise UsageError(
                Text(f"there is no quiz {wanted.name!r}", f"没有名为 {wanted.name!r} 的测验"),
                _near(wanted.name, [q.name for q in quizzes]),
            )
    questions = tuple(question for quiz in chosen for question in quiz.questions)
    if wanted.exercise is not None:
        questions = tuple(question for question in questions if wanted.exercise in question.exercises)
    if wanted.misconception is not None:
        known = sorted({each for question in questions for each in question.beliefs})
        questions = tuple(q for q in questions if wanted.misconception in q.beliefs)
        if not questions:
            raise UsageError(
                Text(
                    f"no question is tied to the misconception {wanted.misconception!r}",
                    f"没有与误解 {wanted.misconception!r} 有关的题目",
                ),
                _near(wanted.misconception, known),
            )
    if not questions:
        raise UsageError(
            Text(
                f"there are no questions on exercise {wanted.exercise}",
                f"没有关于练习 {wanted.exercise} 的题目",
            ),
            Text("grade quiz lists what there is.", "grade quiz 会列出所有测验。"),
        )
    return questions


def _near(given: str, names: list[str]) -> Text:
    close = difflib.get_close_matches(given, names, n=3, cutoff=0.5)
    if not close:
        return Text("grade quiz lists what there is.", "grade quiz 会列出所有测验。")
    return Text(f"Did you mean {' or '.join(close)}?", f"你是不是想找 {' 或 '.join(close)}？")

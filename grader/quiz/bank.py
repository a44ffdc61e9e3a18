"""Reads quizzes/*.toml into questions; every fault of every file is told at once."""

from __future__ import annotations

import operator
import tomllib
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, ValidationError, create_model, model_validator
from pydantic_core import ErrorDetails

from grader.domain.errors import ContentError, Problem
from grader.quiz.file_parts import FileModel, QuestionModel, TextModel
from grader.quiz.kinds import KINDS
from grader.quiz.question import Question, Quiz

CATALOGUE = "misconceptions.toml"
"""The one file in quizzes/ that holds no questions."""

Kinds = tuple[type[QuestionModel], ...]


class QuizModel(FileModel):
    """One file of questions on a topic."""

    title: TextModel
    question: tuple[QuestionModel, ...]

    @model_validator(mode="after")
    def _there_are_questions(self) -> Self:
        # min_length would complain of a file whose questions are all faulty as well.
        if not self.question:
            raise ValueError("no question")
        return self


def load_quizzes(course: Path, only: str | None = None) -> tuple[Quiz, ...]:
    """Return the quizzes of a course folder, by name. Raises ContentError with every fault in them.

    `only` names the one quiz that is wanted: if its file is there, the others are not read. If it is not, all
    are, so that a near miss can be suggested.
    """
    quizzes, problems = read_quizzes(course, only)
    if problems:
        raise ContentError(problems)
    return quizzes


def read_quizzes(
    course: Path, only: str | None = None, kinds: Kinds = KINDS
) -> tuple[tuple[Quiz, ...], tuple[Problem, ...]]:
    """Return the quizzes that can be read, and every fault: of syntax, of fields, of ids used twice."""
    form = _form_of(kinds)
    quizzes: list[Quiz] = []
    problems: list[Problem] = []
    files = sorted(path for path in (course / "quizzes").glob("*.toml") if path.name != CATALOGUE)
    named = [path for path in files if path.stem == only]
    files = named or files
    if not files:
        problems.append(
            Problem(
                file=str(course / "quizzes"),
                place="",
                found="no TOML file",
                expected="one file a topic",
                remedy="Choose another course folder with --course.",
            )
        )
    for path in files:
        quiz, faults = _read_file(path, form)
        problems.extend(faults)
        if quiz is not None:
            quizzes.append(quiz)
    problems.extend(_duplicates(quizzes))
    return tuple(quizzes), tuple(problems)


def by_id(quizzes: tuple[Quiz, ...]) -> Mapping[str, Question]:
    """Return every question under its id."""
    return {question.id: question for quiz in quizzes for question in quiz.questions}


def _form_of(kinds: Kinds) -> type[QuizModel]:
    """Return the form of a file whose questions are of these kinds, told apart by `type`."""
    any_kind: Any = Annotated[reduce(operator.or_, kinds), Field(discriminator="type")]
    return create_model("QuizFile", __base__=QuizModel, question=(tuple[any_kind, ...], ...))


def _read_file(path: Path, form: type[QuizModel]) -> tuple[Quiz | None, list[Problem]]:
    name = f"quizzes/{path.name}"
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return None, [Problem(name, "", str(error), "TOML in UTF-8", "Mend the syntax at that place.")]
    try:
        model = form.model_validate(raw)
    except ValidationError as error:
        return None, [_problem(name, raw, fault) for fault in error.errors(include_url=False)]
    questions = tuple(question.question(path.stem) for question in model.question)
    return Quiz(path.stem, model.title.text(), questions), []


def _problem(file: str, raw: Mapping[str, Any], fault: ErrorDetails) -> Problem:
    location = fault["loc"]
    found = repr(fault.get("input"))
    message = str(fault["msg"]).removeprefix("Value error, ")
    if fault["type"] == "missing":
        found = "nothing"
    elif fault["type"] == "value_error":
        found, message = message, "a question that holds together"
    return Problem(
        file=file,
        place=_place(raw, location),
        found=found if len(found) <= 80 else found[:77] + "...",
        expected=message[:1].lower() + message[1:],
        remedy="Mend that key; the other questions of the course show its form.",
    )


def _place(raw: Mapping[str, Any], location: tuple[int | str, ...]) -> str:
    """Return "question ln-01, option 2, feedback.zh" for ("question", 0, "single", "option", 1, ...)."""
    parts = list(location)
    if len(parts) < 2 or parts[0] != "question" or not isinstance(parts[1], int):
        return ".".join(str(part) for part in parts)
    question = raw["question"][parts[1]]
    called = question.get("id") if isinstance(question, dict) else None
    words = [f"question {called or parts[1] + 1}"]
    rest = parts[3:] if len(parts) > 2 else []  # parts[2] is the discriminator
    keys: list[str] = []
    for part in rest:
        if isinstance(part, int):
            words.append(f"{'.'.join(keys)} {part + 1}")
            keys = []
        else:
            keys.append(str(part))
    if keys:
        words.append(".".join(keys))
    return ", ".join(words)


def _duplicates(quizzes: list[Quiz]) -> list[Problem]:
    seen: dict[str, str] = {}
    problems = []
    for quiz in quizzes:
        for question in quiz.questions:
            if question.id in seen:
                problems.append(
                    Problem(
                        file=f"quizzes/{quiz.name}.toml",
                        place=f"question {question.id}",
                        found=f"an id that quizzes/{seen[question.id]}.toml uses too",
                        expected="an id of its own",
                        remedy="Choose another id.",
                    )
                )
            seen.setdefault(question.id, quiz.name)
    return problems

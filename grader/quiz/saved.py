"""Quiz files for the instructor: question ids, seeds and answers, never a score: all are marked again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from grader.domain.mark import Mark, QuizAnswer, QuizSession
from grader.domain.text import Language
from grader.quiz.fold import ANSWER_CAP
from grader.quiz.instance import draw
from grader.quiz.marking import mark
from grader.quiz.question import Question
from grader.quiz.unreadable import Unreadable

SCHEMA = "addnorm.quiz_answers/1"
SIZE_CAP_BYTES = 1 << 20
SEED_CAP = 2**63 - 1


class SavedFileError(Exception):
    """A file that is no quiz file; the message says what was found and what was expected."""


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore")
    question: str = Field(max_length=200)
    answer: str = Field(max_length=2 * ANSWER_CAP)
    answered_at: AwareDatetime
    seconds: float = Field(ge=0, le=1e7, allow_inf_nan=False)


class _Asked(BaseModel):
    model_config = ConfigDict(extra="ignore")
    question: str = Field(max_length=200)
    seed: int = Field(ge=0, le=SEED_CAP)


class _File(BaseModel):
    model_config = ConfigDict(extra="ignore", populate_by_name=True)
    schema_: str = Field(alias="schema", pattern=r"^addnorm\.quiz_answers/1$")
    session: str = Field(min_length=1, max_length=100)
    learner: str = Field(max_length=200)
    quiz: str = Field(max_length=200)
    language: Language
    started_at: AwareDatetime
    finished_at: AwareDatetime | None
    asked: list[_Asked] = Field(max_length=1000)
    answers: list[_Answer] = Field(max_length=1000)


@dataclass(frozen=True)
class MarkedFile:
    """A quiz file, marked again: the session with its new fractions, the marks, and what could not be marked.

    `score` counts every question that was asked and is still in the course; an unanswered one has 0.
    """

    session: QuizSession
    marks: tuple[Mark, ...]
    problems: tuple[str, ...]
    max_score: float

    @property
    def score(self) -> float:
        """The sum of the fractions."""
        return sum(mark.fraction for mark in self.marks)


def write_saved(session: QuizSession) -> str:
    """Return the file's text: JSON, sorted nowhere, one answer a line of its list."""
    content = {
        "schema": SCHEMA,
        "session": session.id,
        "learner": session.learner,
        "quiz": session.quiz,
        "language": session.language.value,
        "started_at": session.started_at.isoformat(),
        "finished_at": session.finished_at.isoformat() if session.finished_at else None,
        "asked": [
            {"question": question, "seed": seed}
            for question, seed in zip(session.questions, session.seeds, strict=True)
        ],
        "answers": [
            {
                "question": answer.question,
                "answer": answer.answer,
                "answered_at": answer.answered_at.isoformat(),
                "seconds": round(answer.seconds, 1),
            }
            for answer in session.answers
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def is_saved(data: bytes) -> bool:
    """Tell a quiz file from other JSON by its schema, without believing anything else in it."""
    return len(data) <= SIZE_CAP_BYTES and SCHEMA.encode() in data[:4096]


def mark_saved(data: bytes, questions: Mapping[str, Question], learner: str | None = None) -> MarkedFile:
    """Mark a quiz file again by its question ids, seeds and answers alone.

    `learner` replaces the name in the file (the submission's owner is who handed it in). A stored score, if
    somebody adds one, is not read. Raises SavedFileError for what is no such file.
    """
    if len(data) > SIZE_CAP_BYTES:
        raise SavedFileError(f"{len(data)} bytes; a quiz file has at most {SIZE_CAP_BYTES}")
    try:
        file = _File.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise SavedFileError(f"{place}: {first['msg']}; expected a file of `grade quiz --save`") from error
    return _marked(file, questions, learner)


def _marked(file: _File, questions: Mapping[str, Question], learner: str | None) -> MarkedFile:
    problems: list[str] = []
    asked: dict[str, int] = {}
    for each in file.asked:
        if each.question not in questions:
            problems.append(f"question {each.question} is not in this course")
        elif each.question in asked:
            problems.append(f"question {each.question} was asked twice; the first one counts")
        else:
            asked[each.question] = each.seed
    marks: list[Mark] = []
    answers: list[QuizAnswer] = []
    for given in file.answers:
        if given.question not in asked or any(answer.question == given.question for answer in answers):
            problems.append(f"an answer to {given.question} was not asked for")
            continue
        instance = draw(questions[given.question], asked[given.question])
        try:
            marked = mark(instance, given.answer)
        except Unreadable as error:
            problems.append(f"the answer to {given.question} cannot be read: {error.reason.en}")
            continue
        marks.append(marked)
        answers.append(
            QuizAnswer(
                question=given.question,
                seed=instance.seed,
                params=instance.params,
                answer=given.answer,
                fraction=marked.fraction,
                misconceptions=marked.misconceptions,
                answered_at=given.answered_at,
                seconds=given.seconds,
            )
        )
    session = QuizSession(
        id=_session_id(file.session, learner),
        learner=learner if learner is not None else file.learner,
        quiz=file.quiz,
        language=file.language,
        questions=tuple(asked),
        seeds=tuple(asked.values()),
        started_at=file.started_at,
        answers=tuple(answers),
        finished_at=file.finished_at or _last_time(file),
    )
    return MarkedFile(session, tuple(marks), tuple(problems), float(len(asked)))


def _session_id(written: str, learner: str | None) -> str:
    """Return an id that a file keeps when it is handed in again, and that a copied file does not share."""
    if learner is None:
        return written
    return hashlib.blake2b(f"{learner}\0{written}".encode(), digest_size=16).hexdigest()


def _last_time(file: _File) -> datetime:
    return max((answer.answered_at for answer in file.answers), default=file.started_at)

"""Quiz files for the instructor: question ids, seeds, answers, never a score; nothing in them is believed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from grader.domain.mark import QuizSession
from grader.domain.text import Language, Text
from grader.quiz.fold import ANSWER_CAP

SCHEMA = "addnorm.quiz_answers/1"
SIZE_CAP_BYTES = 1 << 20
SEED_CAP = 2**63 - 1
NAME_CAP = 200
REASON_CAP = 200
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)
"""A clock without a battery says 1970; what is further away is no clock."""


class SavedFileError(Exception):
    """A file that is no quiz file; `reason` says what was found and what was expected."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.en)
        self.reason = reason


def _on_the_calendar(time: datetime) -> datetime:
    if not EARLIEST <= time <= LATEST:
        raise ValueError(f"a time between {EARLIEST:%Y} and {LATEST:%Y} is expected")
    return time.astimezone(UTC)


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("control characters are not expected")
    return text


Moment = Annotated[AwareDatetime, AfterValidator(_on_the_calendar)]
Name = Annotated[str, Field(max_length=NAME_CAP), AfterValidator(_printable)]


class SavedAnswer(BaseModel):
    """One answer, canonical or not: only marking tells."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    question: Name
    answer: str = Field(max_length=2 * ANSWER_CAP)
    answered_at: Moment
    seconds: float = Field(ge=0, le=1e7, allow_inf_nan=False)


class SavedQuestion(BaseModel):
    """One question that was asked, with the seed that drew it."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    question: Name
    seed: int = Field(ge=0, le=SEED_CAP)


class SavedFile(BaseModel):
    """What a file claims."""

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)
    schema_: str = Field(alias="schema", pattern=r"^addnorm\.quiz_answers/1$")
    session: str = Field(min_length=1, max_length=100)
    learner: Name
    quiz: Name
    language: Language
    started_at: Moment
    finished_at: Moment | None
    asked: list[SavedQuestion] = Field(max_length=1000)
    answers: list[SavedAnswer] = Field(max_length=1000)


def read_saved(data: bytes) -> SavedFile:
    """Return what a file claims. Raises SavedFileError for what is no such file."""
    if len(data) > SIZE_CAP_BYTES:
        raise SavedFileError(
            Text(
                f"{len(data)} bytes; a quiz file has at most {SIZE_CAP_BYTES}",
                f"{len(data)} 字节；测验文件至多 {SIZE_CAP_BYTES} 字节",
            )
        )
    try:
        return SavedFile.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        said = first["msg"].removeprefix("Value error, ")[:REASON_CAP]
        raise SavedFileError(
            Text(
                f"{place or 'the file'}: {said}; expected a file of `grade quiz --save`",
                f"{place or '文件'}：{said}；应为 `grade quiz --save` 写出的文件",
            )
        ) from error


def write_saved(session: QuizSession) -> str:
    """Return the file's text: JSON, sorted nowhere, one answer per line of its list."""
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

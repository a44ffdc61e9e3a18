"""A quiz file is read as a claim: of known form, of bounded size, of times on the calendar, or not at all."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from grader.domain.mark import QuizAnswer, QuizSession
from grader.domain.text import Language
from grader.quiz.saved import SIZE_CAP_BYTES, SavedFileError, read_saved, write_saved

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ANSWER = QuizAnswer("q-1", 5, {"D": 4.0}, "b", 1.0, (), NOW, 2.04)
SESSION = QuizSession("s", "ada", "a-quiz", Language.EN, ("q-1", "q-2"), (5, 6), NOW, (ANSWER,), None)


def changed(**fields: Any) -> bytes:
    """A good file with some fields changed."""
    return json.dumps({**json.loads(write_saved(SESSION)), **fields}).encode()


def test_what_was_written_is_read() -> None:
    """Ids, seeds, answers and times come back as they were; seconds to a tenth, a fraction not at all."""
    text = write_saved(SESSION)
    file = read_saved(text.encode())
    assert [(each.question, each.seed) for each in file.asked] == [("q-1", 5), ("q-2", 6)]
    assert [(each.question, each.answer, each.seconds) for each in file.answers] == [("q-1", "b", 2.0)]
    assert (file.session, file.learner, file.quiz, file.started_at) == ("s", "ada", "a-quiz", NOW)
    assert "fraction" not in text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"schema": "addnorm.grade/1"}',
        b"[" * 100_000,
        b'{"schema":' * 100_000,
        b" " * (SIZE_CAP_BYTES + 1),
        write_saved(SESSION).replace("a-quiz", "\\ud800").encode(),
    ],
)
def test_what_is_no_quiz_file_is_refused(data: bytes) -> None:
    """Other JSON, broken bytes, half characters, deep nesting and large files are refused with a reason."""
    with pytest.raises(SavedFileError) as refused:
        read_saved(data)
    assert refused.value.reason.en
    assert refused.value.reason.zh


@pytest.mark.parametrize("field", ["started_at", "finished_at"])
@pytest.mark.parametrize(
    "time",
    [
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "1969-12-31T23:59:59Z",
        "2200-01-02T00:00:00Z",
        "2026-11-30T12:00:00",
        "yesterday",
        10**20,
    ],
)
def test_times_off_the_calendar_are_refused(field: str, time: object) -> None:
    """The ends of the calendar, where no time has a UTC, times without a zone, and what is none."""
    with pytest.raises(SavedFileError, match=field):
        read_saved(changed(**{field: time}))


@pytest.mark.parametrize(
    "time", ["1970-01-01T00:00:00Z", "2026-11-30T23:59:59+14:00", "2026-03-29T02:30:00-03:30"]
)
def test_honest_times_are_read_in_utc(time: str) -> None:
    """A dead battery says 1970; any zone on earth is a time."""
    assert read_saved(changed(started_at=time)).started_at.tzinfo is UTC


@pytest.mark.parametrize(
    "fields",
    [
        {"learner": "ada\0"},
        {"quiz": "\x1b[2J"},
        {"quiz": "layer\u202enorm"},
        {"learner": "x" * 201},
        {"session": ""},
        {"asked": [{"question": "q", "seed": 2**63}]},
        {"asked": [{"question": "q", "seed": -1}]},
        {"asked": [{"question": "q", "seed": 0}] * 1001},
        {"asked": [{"question": "q\n", "seed": 0}]},
        {
            "answers": [
                {"question": "q", "answer": "x" * 401, "answered_at": "2026-11-30T12:00:00Z", "seconds": 1}
            ]
        },
        {
            "answers": [
                {"question": "q", "answer": "x", "answered_at": "2026-11-30T12:00:00Z", "seconds": 1e9}
            ]
        },
    ],
)
def test_sizes_and_characters_are_bounded(fields: dict[str, Any]) -> None:
    """Control characters in names, long texts, huge numbers and long lists are refused."""
    with pytest.raises(SavedFileError):
        read_saved(changed(**fields))

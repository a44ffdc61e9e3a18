"""One person's data: handed out whole, and forgotten whole."""

from __future__ import annotations

import base64
import json

import pytest
from sqlalchemy import func, select

from grader.domain.mark import CardPhase, CardState, QuizAnswer, QuizSession, Rating, Review
from grader.domain.record import Extension, HintUse, Learner, Override
from grader.domain.submission import SourceKind, Submission
from grader.domain.text import Language
from grader.store.database import Database
from grader.store.schema import METADATA
from grader.store.store import Store, open_store
from tests.store.samples import NOON, SUBMISSION, attempt, class_result, class_run

OWN = Submission("own.ipynb", SourceKind.NOTEBOOK, b"\xff\xfe")


def fill(store: Store, learner: str) -> None:
    """Keep one row of each kind for a learner, and a source that nobody else handed in."""
    store.classes.put_learners([Learner(learner, "王小明", "A", "w@x.org")])
    store.attempts.record(attempt(learner=learner), SUBMISSION)
    store.attempts.record_hint(HintUse(learner, "ex03", 1, NOON))
    result = class_result(
        learner=learner, submission_digest=OWN.digest if learner == "w" else SUBMISSION.digest
    )
    store.classes.record_results("run-1", [(result, OWN if learner == "w" else SUBMISSION)])
    store.classes.record_override(Override(learner, "ex03", 5.0, "typo", NOON))
    store.classes.record_extension(Extension(learner, None, NOON, "ill", NOON))
    session = QuizSession(f"s-{learner}", learner, "layer-norm", Language.ZH, ("q1",), (7,), NOON)
    store.quiz_memory.begin_session(session)
    store.quiz_memory.record_answer(session.id, QuizAnswer("q1", 7, {"D": 8.0}, "b", 0.5, ("m",), NOON, 3.0))
    card = CardState("q1", CardPhase.LEARNING, 0, None, None, NOON, None)
    store.quiz_memory.record_review(learner, Review("q1", Rating.GOOD, NOON, 2.0), card)


def counts(url: str) -> dict[str, int]:
    """Return the number of rows in each table."""
    database = Database(url)
    with database.reading() as connection:
        found = {
            name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in METADATA.tables.items()
        }
    database.close()
    return found


def test_forgetting_leaves_no_row_of_the_person_and_all_of_others(url: str) -> None:
    """After `forget` the database is as if the person had never been there, shared sources aside."""
    with open_store(url) as store:
        store.classes.begin_or_join_run(class_run(), after=None)
        fill(store, "other")
    before = counts(url)
    with open_store(url) as store:
        fill(store, "w")
        content = store.people.export("w")
        assert store.people.forget("w") == content
        with pytest.raises(KeyError):
            store.people.export("w")
        with pytest.raises(KeyError):
            store.people.forget("w")
    assert counts(url) == before
    assert all(before.values())


def test_export_is_whole_and_plain(store: Store) -> None:
    """An export is JSON that holds a row of each kind and the sources themselves."""
    store.classes.begin_or_join_run(class_run(), after=None)
    fill(store, "w")
    content = json.loads(json.dumps(store.people.export("w")))
    assert content["schema"] == "addnorm.person/1"
    assert content["learner"] == {"key": "w", "name": "王小明", "section": "A", "email": "w@x.org"}
    kinds = set(METADATA.tables) - {"learner", "class_run", "source"}
    assert {kind: len(content[kind]) for kind in kinds} == dict.fromkeys(kinds, 1)
    sources = {each["digest"]: each for each in content["source"]}
    assert sources[SUBMISSION.digest]["text"] == SUBMISSION.source.decode()
    assert base64.b64decode(sources[OWN.digest]["base64"]) == OWN.source

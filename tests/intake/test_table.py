"""Tables that staff bring along are read within limits, or refused with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.domain.classroom import RosterPerson
from grader.domain.errors import ContentError, UsageError
from grader.intake.roster import read_roster


def roster(tmp_path: Path, content: bytes) -> tuple[RosterPerson, ...]:
    """The people of a roster with this content."""
    path = tmp_path / "roster.csv"
    path.write_bytes(content)
    return read_roster(path).people


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b"PK\x03\x04whatever", "a workbook"),
        (b'id,name\n1,"' + b"x" * 200_000 + b'"\n', "field larger"),
        (b"id,name\n" + b"1,A\n" * 2, "'1' again"),
    ],
)
def test_what_is_no_roster_is_refused_with_its_reason(tmp_path: Path, content: bytes, match: str) -> None:
    """A workbook, an endless cell and an id given twice are faults of the file, not ours."""
    with pytest.raises(ContentError, match=match):
        roster(tmp_path, content)


def test_a_roster_over_the_limit_is_refused(tmp_path: Path) -> None:
    """A file of more than 64 MiB is not read into memory."""
    with (tmp_path / "roster.csv").open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    with pytest.raises(UsageError, match="over 64 MiB"):
        read_roster(tmp_path / "roster.csv")

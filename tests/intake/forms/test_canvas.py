"""Canvas's download: the user's number is the key, everything stands in the file's name."""

from __future__ import annotations

from pathlib import Path

from grader.domain.classroom import IntakeFault, Platform
from tests.intake.exports import only, opened
from tests.intake.samples import read


def test_canvas(tmp_path: Path) -> None:
    """The user's number is the key, LATE is told, the higher attachment counts, clash marks are no name."""
    found = read(opened(tmp_path, Platform.CANVAS))
    assert (only(found, "2001").late, only(found, "2001").learner_name) == (True, "bergannag")
    assert (only(found, "2002").late, only(found, "2002").learner_name) == (False, "王小明")
    lee = only(found, "2003")
    assert lee.file_name == "lee_2003_80_ex03-2.py"
    assert lee.choice.kept == ("lee_2003_79_ex03.py",)
    assert (only(found, "2005").late, only(found, "2005").learner_name) == (True, "2005")
    assert only(found, "anon_x7Q").exercises == (3,)
    assert only(found, "2006").learner_name == "groupone"
    problem = only(found, "2004").problem
    assert problem is not None
    assert problem.kind is IntakeFault.TYPED_TEXT

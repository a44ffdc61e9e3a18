"""Every platform's layout, with its quirks, is recognised by itself and tells whose each file is."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.domain.classroom import Handin, IntakeFault, Platform
from grader.domain.errors import UsageError
from grader.intake.class_folder import ClassFolder, IntakeRules, open_class
from tests.intake.samples import EXERCISES, code, notebook, open_both, read, write_folder, write_zip

FF, LN = code("FeedForward"), code("LayerNorm")

PLAIN = {
    "anna/ex03_feed_forward.py": FF,
    "anna/.DS_Store": b"junk",
    "anna/__pycache__/ex03.cpython-311.pyc": b"junk",
    "王小明/练习3.ipynb": notebook(FF),
    "bob.py": FF,
    "carol_ex02.py": LN,
    "roster.csv": b"id\nanna\n",
    "__MACOSX/anna/._ex03_feed_forward.py": b"junk",
}
MOODLE = {
    "Anna Berg_1001_assignsubmission_file_/ex03.py": FF,
    "王 小明_1002_assignsubmission_file_/solution.ipynb": notebook(FF),
    "Bo Li_1003_assignsubmission_file_ex03.py": FF,
    "Cy_1004_assignsubmission_onlinetext_/onlinetext.html": b"<p>class FeedForward</p>",
    "Di_1005_assignsubmission_file_/report.docx": b"x",
    "Di_1005_assignsubmission_onlinetext_/onlinetext.html": b"<p>see file</p>",
}
CANVAS = {
    "bergannag_LATE_2001_77_ex03_feed_forward-1.py": FF,
    "王小明_2002_78_answer.py": FF,
    "lee_2003_79_ex03.py": code("Old"),
    "lee_2003_80_ex03-2.py": FF,
    "doejohn_2004_text.html": b"<p>text</p>",
    "LATE_2005_81_ex03.py": FF,
    "anon_x7Q_82_ex03.py": FF,
    "groupone_2006_83_ex03.py": FF,
}
BLACKBOARD = {
    "Week 3_aberg_attempt_2026-11-05-09-30-00.txt": b"Name: Anna Berg (aberg)\nAssignment: Week 3\n",
    "Week 3_aberg_attempt_2026-11-05-09-30-00_ex03.py": code("Old"),
    "Week 3_aberg_attempt_2026-11-06-10-00-00_ex03.py": FF,
    "Week 3_wxm_attempt_2026-11-05-12-00-00_ex03.ipynb": notebook(FF),
    "Week 3_wxm_attempt_2026-11-05-12-00-00.txt": "姓名：王小明 (wxm)\n".encode(),
    "Week 3_typed_attempt_2026-11-05-12-00-01.txt": b"Name: T (typed)\nclass FeedForward: pass\n",
}
BRIGHTSPACE = {
    "index.html": b"<html>",
    "301-9000 - Anna Berg - Nov 5, 2026 930 AM/ex03.py": code("Old"),
    "301-9000 - Anna Berg - Nov 5, 2026 1130 PM/ex03.py": FF,
    "302-9000 - 王小明 - Nov 5, 2026 1205 AM/ex03.ipynb": notebook(FF),
    "303-9000 - Jo - von - X - Dec 31, 2026 113 PM/ex03.py": FF,
}
GRADESCOPE = {
    "submission_metadata.yml": """
submission_11:
  :submitters:
  - :name: Anna Berg
    :sid: '4001'
    :email: a@x.org
  - :name: Bo Li
    :sid: ''
    :email: b@x.org
  :created_at: 2026-11-05 09:30:00.000000000 Z
  :score: 0.0
  :history:
  - :id: 10
submission_12:
  :submitters:
  - :name: 王小明
    :sid: '4002'
    :email: w@x.org
  :created_at: 2026-11-05 18:00:00.000000000 +08:00
submission_13:
  :submitters:
  - :name: Nobody
    :sid: '4003'
  :created_at: 2026-11-05 18:00:00
""".encode(),
    "submission_11/ex03.py": FF,
    "submission_12/week/ex03.ipynb": notebook(FF),
}
CLASSROOM = {
    "students.csv": b"username,first_name,last_name,email,section,github_id\n"
    b"anna-b,A,B,,1,1\nanna-c,A,C,,1,2\n",
    "nlp-week3-anna-b/ex03_feed_forward.py": FF,
    "nlp-week3-anna-b/.github/workflows/grade.py": FF,
    "nlp-week3-anna-b/.git/hooks/x.py": FF,
    "nlp-week3-anna-c/src/ex03_feed_forward.py": FF,
}
NBGRADER = {
    "release/week3/ex03.ipynb": notebook(FF),
    "submitted/anna/week3/ex03.ipynb": notebook(FF),
    "submitted/anna/week3/timestamp.txt": b"2026-11-05 09:30:00.123456 UTC",
    "submitted/wxm/week3/ex03.ipynb": notebook(FF),
    "submitted/wxm/week3/timestamp.txt": b"2026-11-05 18:00:00 +0800\n",
    "submitted/empty/week3/timestamp.txt": b"2026-11-05 18:00:00",
}
ALL: Mapping[Platform, Mapping[str, bytes]] = {
    Platform.PLAIN: PLAIN,
    Platform.MOODLE: MOODLE,
    Platform.CANVAS: CANVAS,
    Platform.BLACKBOARD: BLACKBOARD,
    Platform.BRIGHTSPACE: BRIGHTSPACE,
    Platform.GRADESCOPE: GRADESCOPE,
    Platform.CLASSROOM: CLASSROOM,
    Platform.NBGRADER: NBGRADER,
}


def opened(tmp_path: Path, platform: Platform) -> ClassFolder:
    """Open a platform's class from a folder."""
    return open_class(write_folder(tmp_path / "class", ALL[platform]), EXERCISES)


def only(found: Mapping[str, list[Handin]], key: str) -> Handin:
    """Return the one hand-in of a learner."""
    (handin,) = found[key]
    return handin


@pytest.mark.parametrize("platform", list(ALL))
def test_each_layout_is_recognised_as_folder_and_as_archive(tmp_path: Path, platform: Platform) -> None:
    """The platform and its learners are the same from the folder, a zip of it, and a zip with it inside."""
    folder, packed, wrapped = open_both(tmp_path, "class", ALL[platform])
    assert {each.platform for each in (folder, packed, wrapped)} == {platform}
    assert folder.learners == packed.learners == wrapped.learners
    digests = [
        {key: [h.submission and h.submission.digest for h in handins] for key, handins in read(each).items()}
        for each in (folder, packed, wrapped)
    ]
    assert digests[0] == digests[1] == digests[2]


def test_plain_folder(tmp_path: Path) -> None:
    """Folders and files are learners, junk is nobody's, and a roster beside them is not a learner."""
    found = read(opened(tmp_path, Platform.PLAIN))
    assert set(found) == {"anna", "王小明", "bob", "carol"}
    assert {key: only(found, key).exercises for key in found} == {
        "anna": (3,),
        "王小明": (3,),
        "bob": (3,),
        "carol": (2,),
    }


def test_moodle(tmp_path: Path) -> None:
    """The participant's number is the key; typed text and other files are told, each with its reason."""
    found = read(opened(tmp_path, Platform.MOODLE))
    assert only(found, "1001").learner_name == "Anna Berg"
    assert only(found, "1002").learner_name == "王 小明"
    assert only(found, "1003").exercises == (3,)
    reasons = {key: only(found, key).problem for key in ("1004", "1005")}
    assert reasons["1004"] is not None
    assert reasons["1004"].kind is IntakeFault.TYPED_TEXT
    assert reasons["1005"] is not None
    assert "report.docx" in reasons["1005"].detail


def test_moodle_blind_marking_keeps_people_apart(tmp_path: Path) -> None:
    """Where all are called the same word, the number becomes part of the name."""
    files = {f"Teilnehmer_{n}_assignsubmission_file_/ex03.py": FF for n in (7, 8)}
    folder = open_class(write_folder(tmp_path / "class", files), EXERCISES)
    assert folder.learners == (("7", "Teilnehmer 7"), ("8", "Teilnehmer 8"))


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


def test_blackboard(tmp_path: Path) -> None:
    """The newest attempt counts, with its time; names come from the text file, in any language."""
    found = read(opened(tmp_path, Platform.BLACKBOARD))
    anna = only(found, "aberg")
    assert anna.learner_name == "Anna Berg"
    assert anna.submitted_at == datetime(2026, 11, 6, 10, 0, tzinfo=UTC)
    assert anna.choice.kept == ("Week 3_aberg_attempt_2026-11-05-09-30-00_ex03.py",)
    assert only(found, "wxm").learner_name == "王小明"
    problem = only(found, "typed").problem
    assert problem is not None
    assert problem.kind is IntakeFault.TYPED_TEXT


def test_times_without_a_zone_are_in_the_given_zone(tmp_path: Path) -> None:
    """What a platform writes without a zone is read in the caller's."""
    shanghai = timezone(timedelta(hours=8))
    path = write_folder(tmp_path / "class", BLACKBOARD)
    found = read(open_class(path, EXERCISES, rules=IntakeRules(zone=shanghai)))
    assert only(found, "aberg").submitted_at == datetime(2026, 11, 6, 2, 0, tzinfo=UTC)


def test_brightspace(tmp_path: Path) -> None:
    """The changing number is the learner's, the later folder counts, hours without a colon are read right."""
    found = read(opened(tmp_path, Platform.BRIGHTSPACE))
    assert set(found) == {"301", "302", "303"}
    assert only(found, "301").submitted_at == datetime(2026, 11, 5, 23, 30, tzinfo=UTC)
    assert only(found, "302").submitted_at == datetime(2026, 11, 5, 0, 5, tzinfo=UTC)
    assert only(found, "303").submitted_at == datetime(2026, 12, 31, 13, 13, tzinfo=UTC)
    assert only(found, "303").learner_name == "Jo - von - X"


def test_brightspace_with_the_assignment_first(tmp_path: Path) -> None:
    """Where the first number is the same for all, the second is the learner's."""
    files = {f"9000-{n} - N{n} - Nov 5, 2026 930 AM/ex03.py": FF for n in (301, 302)}
    assert set(read(open_class(write_folder(tmp_path / "class", files), EXERCISES))) == {"301", "302"}


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


def test_classroom_50(tmp_path: Path) -> None:
    """User names with hyphens come from the roster; the repository's own machinery is nobody's work."""
    found = read(opened(tmp_path, Platform.CLASSROOM))
    assert set(found) == {"anna-b", "anna-c"}
    assert only(found, "anna-b").file_name == "nlp-week3-anna-b/ex03_feed_forward.py"


def test_old_classroom_clones(tmp_path: Path) -> None:
    """The folder's own name tells the slug, and what follows it is the user name."""
    files = {"week3-ann-a/ex03.py": FF, "week3-ann-b/ex03.py": FF, "week3-none/": b""}
    folder = open_class(write_folder(tmp_path / "week3-submissions", files), EXERCISES)
    assert folder.platform is Platform.CLASSROOM
    assert set(read(folder)) == {"ann-a", "ann-b", "none"}


def test_nbgrader(tmp_path: Path) -> None:
    """Only `submitted` counts; time stamps are read with their zones; a folder without work is told."""
    found = read(opened(tmp_path, Platform.NBGRADER))
    assert set(found) == {"anna", "wxm", "empty"}
    assert only(found, "anna").submitted_at == datetime(2026, 11, 5, 9, 30, 0, 123456, tzinfo=UTC)
    assert only(found, "wxm").submitted_at == datetime(2026, 11, 5, 10, 0, tzinfo=UTC)
    problem = only(found, "empty").problem
    assert problem is not None
    assert problem.kind is IntakeFault.NO_SOURCE


def test_nbgrader_submitted_folder_itself(tmp_path: Path) -> None:
    """The `submitted` folder alone is recognised by its time stamps."""
    inside = {path.removeprefix("submitted/"): body for path, body in NBGRADER.items() if path[0] == "s"}
    folder = open_class(write_folder(tmp_path / "submitted", inside), EXERCISES)
    assert folder.platform is Platform.NBGRADER
    assert set(read(folder)) == {"anna", "wxm", "empty"}


def test_form_can_be_insisted_on(tmp_path: Path) -> None:
    """`--from` overrules what the layout looks like, and says so where nothing fits."""
    path = write_folder(tmp_path / "class", MOODLE)
    folder = open_class(path, EXERCISES, platform=Platform.PLAIN)
    assert folder.platform is Platform.PLAIN
    assert "Anna Berg_1001_assignsubmission_file_" in dict(folder.learners).values()
    with pytest.raises(UsageError, match="canvas"):
        open_class(path, EXERCISES, platform=Platform.CANVAS)


def test_learner_zips_in_a_platforms_zip(tmp_path: Path) -> None:
    """A zip that a learner handed in is opened, its files told apart by exercise."""
    inner = write_zip(
        tmp_path / "work.zip", {"hw/ex03.py": FF, "hw/ex02.py": LN, "__MACOSX/hw/._ex03.py": b""}
    )
    files = {"Anna_1001_assignsubmission_file_/work.zip": inner.read_bytes()}
    found = read(open_class(write_zip(tmp_path / "class.zip", files), EXERCISES))
    assert sorted(handin.exercises for handin in found["1001"]) == [(2,), (3,)]


@pytest.mark.parametrize("name", ["missing", "file.txt"])
def test_no_class_is_a_usage_error(tmp_path: Path, name: str) -> None:
    """A path that is nothing or no class is told by its name."""
    (tmp_path / "file.txt").write_text("x")
    with pytest.raises(UsageError, match=name):
        open_class(tmp_path / name, EXERCISES)


def test_empty_folder_is_a_usage_error(tmp_path: Path) -> None:
    """A folder without submissions is told as such."""
    with pytest.raises(UsageError, match="no submissions"):
        open_class(tmp_path, EXERCISES)


def test_one_learners_own_folder(tmp_path: Path) -> None:
    """A folder of exercise files is one learner, named as the folder."""
    files = {"ex02_layer_norm_module.py": LN, "ex03_feed_forward.py": FF}
    found = read(open_class(write_folder(tmp_path / "anna", files), EXERCISES))
    assert sorted(handin.exercises for handin in found["anna"]) == [(2,), (3,)]


def test_files_that_the_form_gives_to_nobody_are_told(tmp_path: Path) -> None:
    """A source whose name the platform cannot have written is told, not dropped in silence."""
    files = {**MOODLE, "stray/ex03.py": FF, "stray/notes.txt": b"x"}
    folder = open_class(write_folder(tmp_path / "class", files), EXERCISES)
    assert [(problem.kind, problem.path) for problem in folder.problems] == [
        (IntakeFault.NOBODYS, "stray/ex03.py")
    ]

"""Times of submission from a list, a worksheet or a platform: the firmest source holds, and nothing is made up."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from grader.domain.classroom import RemarkKind
from grader.domain.errors import ContentError
from grader.intake.class_folder import ClassFolder, IntakeRules, open_class
from grader.intake.roster import read_roster
from grader.intake.times import SubmissionTimes, read_times
from tests.intake.samples import EXERCISES, code, read, write_folder

FF, LN = code("FeedForward"), code("LayerNorm")
SHANGHAI = ZoneInfo("Asia/Shanghai")
HEADS = {
    "en": ("Identifier", "Full name", "Last modified (submission)", "Friday, 5 November 2021, 11:58 PM"),
    "de": ("Identifier", "Vollständiger Name", "Zuletzt geändert (Abgabe)", "Freitag, 5. November 2021, 23:58"),
    "fr": ("Identifiant", "Nom complet", "Dernière modification (travail remis)", "vendredi 5 novembre 2021, 23:58"),
    "es": ("Identificador", "Nombre completo", "Última modificación (entrega)", "viernes, 5 de noviembre de 2021, 23:58"),
    "zh": ("编号", "全名", "最后修改（提交）", "2021年11月5日 星期五 23:58"),
}  # fmt: skip


def times(tmp_path: Path, text: str) -> SubmissionTimes:
    """Read a list of times in Shanghai."""
    (tmp_path / "times.csv").write_text(text, encoding="utf-8")
    return read_times(tmp_path / "times.csv", SHANGHAI)


def plain_class(tmp_path: Path, rules: IntakeRules) -> ClassFolder:
    """Anna with two exercises, Bo with one, in folders that tell no time."""
    files = {"anna/ex03.py": FF, "anna/ex02.py": LN, "bo/ex03.py": FF}
    return open_class(write_folder(tmp_path / "class", files), EXERCISES, rules=rules)


@pytest.mark.parametrize("language", list(HEADS))
def test_moodles_worksheet_as_roster_tells_the_times(tmp_path: Path, language: str) -> None:
    """The worksheet's column of submissions is read under its header in several languages, in the policy's zone."""
    identifier, name, modified, time = HEADS[language]
    (tmp_path / "roster.csv").write_text(
        f'{identifier},{name},{modified}\nParticipant 11,Anna,"{time}"\nParticipant 12,Bo,-\n',
        encoding="utf-8-sig",
    )
    roster = read_roster(tmp_path / "roster.csv", SHANGHAI)
    files = {f"N_{n}_assignsubmission_file_/ex03.py": FF for n in (11, 12)}
    folder = open_class(
        write_folder(tmp_path / "class", files), EXERCISES, rules=IntakeRules(SHANGHAI, roster=roster)
    )
    found = read(folder)
    assert found["11"][0].submitted_at == datetime(2021, 11, 5, 15, 58, tzinfo=UTC)
    assert found["12"][0].submitted_at is None
    assert [each.learner_key for each in folder.notes.without_time] == ["12"]


def test_a_worksheets_time_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """The person is read, and the text is told."""
    (tmp_path / "roster.csv").write_text("Identifier,Last modified (submission)\nParticipant 11,3/4/2021\n")
    (remark,) = read_roster(tmp_path / "roster.csv", SHANGHAI).remarks
    assert (remark.kind, remark.subject, remark.detail) == (RemarkKind.TIME_UNREADABLE, "11", "3_4_2021")


@pytest.mark.parametrize(
    "header", ["id,time", "Username;Submitted at", "学号\t提交时间", "student,submission time"]
)
def test_a_list_of_times(tmp_path: Path, header: str) -> None:
    """A column of ids and one of times are enough, in any of the usual headers."""
    delimiter = next(each for each in ",;\t" if each in header)
    rules = IntakeRules(times=times(tmp_path, f"{header}\nANNA{delimiter}2021-11-05 23:58\n"))
    folder = plain_class(tmp_path, rules)
    found = read(folder)
    assert {handin.submitted_at for handin in found["anna"]} == {datetime(2021, 11, 5, 15, 58, tzinfo=UTC)}
    assert found["bo"][0].submitted_at is None


def test_a_time_of_an_exercise_goes_before_one_of_all(tmp_path: Path) -> None:
    """With a column of exercises each has its own time, a row without a number is for the others."""
    rules = IntakeRules(
        times=times(
            tmp_path,
            "id,exercise,time\nanna,3,2021-11-05 23:58\nanna,,2021-11-01 00:00\nbo,ex03,2021-11-02\n",
        )
    )
    found = read(plain_class(tmp_path, rules))
    assert {handin.exercises: handin.submitted_at for handin in found["anna"]} == {
        (3,): datetime(2021, 11, 5, 15, 58, tzinfo=UTC),
        (2,): datetime(2021, 10, 31, 16, 0, tzinfo=UTC),
    }
    assert found["bo"][0].submitted_at == datetime(2021, 11, 1, 16, 0, tzinfo=UTC)


def test_one_file_for_two_exercises_may_have_two_times(tmp_path: Path) -> None:
    """A file that counts for two exercises at different times is two hand-ins of the same source."""
    rules = IntakeRules(
        times=times(tmp_path, "id,exercise,time\nanna,2,2021-11-05 23:58\nanna,3,2021-11-06 23:58\n")
    )
    path = write_folder(
        tmp_path / "class", {"anna/all.py": code("LayerNorm", "FeedForward"), "bo/ex03.py": FF}
    )
    two, three = read(open_class(path, EXERCISES, rules=rules))["anna"]
    assert (two.exercises, three.exercises, two.submission) == ((2,), (3,), three.submission)
    assert two.submitted_at is not None
    assert three.submitted_at is not None
    assert (three.submitted_at - two.submitted_at).days == 1


def test_what_staff_tell_goes_before_the_platform(tmp_path: Path) -> None:
    """A time in the list corrects that of the platform, and gives one to a LATE mark that had none."""
    rules = IntakeRules(times=times(tmp_path, "id,time\n2001,2021-11-05 23:58\n"))
    path = write_folder(tmp_path / "class", {"lada_LATE_2001_71_ex03.py": FF, "bo_LATE_2002_72_ex03.py": FF})
    found = read(open_class(path, EXERCISES, rules=rules))
    assert (found["2001"][0].late, found["2001"][0].submitted_at) == (
        True,
        datetime(2021, 11, 5, 15, 58, tzinfo=UTC),
    )
    assert (found["2002"][0].late, found["2002"][0].submitted_at) == (True, None)


def test_what_staff_tell_corrects_a_platforms_own_time(tmp_path: Path) -> None:
    """A platform's time holds for whoever the list does not name."""
    rules = IntakeRules(SHANGHAI, times=times(tmp_path, "id,time\nada,2021-11-05 23:58\n"))
    files = {f"W3_{user}_attempt_2021-11-09-10-00-00_ex03.py": FF for user in ("ada", "bo")}
    found = read(open_class(write_folder(tmp_path / "class", files), EXERCISES, rules=rules))
    assert found["ada"][0].submitted_at == datetime(2021, 11, 5, 15, 58, tzinfo=UTC)
    assert found["bo"][0].submitted_at == datetime(2021, 11, 9, 2, 0, tzinfo=UTC)


def test_times_of_nobody_are_told(tmp_path: Path) -> None:
    """An id in the list that nobody here has is told: it may be mistyped."""
    folder = plain_class(tmp_path, IntakeRules(times=times(tmp_path, "id,time\nana,2021-11-05 23:58\n")))
    assert [(each.kind, each.subject) for each in folder.notes.remarks] == [
        (RemarkKind.TIME_OF_NOBODY, "ana")
    ]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("id,time\nanna,soon\nbo,2021-11-05 23:58\n,2021-11-05\n", ["row 2", "row 4"]),
        ("id,time\nanna,2021-11-05\nanna,2021-11-06\n", ["row 3"]),
        ("id,time\nanna,0001-01-01T00:00:00+14:00\n", ["row 2"]),
        ("id,exercise,time\nanna,three,2021-11-05\n", ["row 2"]),
        ("id,when\nanna,2021-11-05\n", ["row 1"]),
        ("name,time\nanna,2021-11-05\n", ["row 1"]),
        ("", ["row 1"]),
    ],
)
def test_faults_of_a_list_are_told_by_row(tmp_path: Path, text: str, places: list[str]) -> None:
    """Every row that cannot be used is named, all at once."""
    with pytest.raises(ContentError) as caught:
        times(tmp_path, text)
    assert [problem.place for problem in caught.value.problems] == places

"""Who is in a class: kept with the run, by roster or by what was handed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.classrun.people import PeopleFiles, keep_people, people_of, read_rules, written_policy
from grader.domain.classroom import RosterPerson
from grader.domain.errors import UsageError
from grader.domain.policy import Policy
from grader.domain.record import Learner
from grader.intake.class_folder import ClassFolder, open_class
from grader.intake.roster_join import RosterJoin
from grader.store.store import Store
from tests.classrun.small import EXERCISES, begun


@pytest.fixture
def folder(tmp_path: Path) -> ClassFolder:
    """Two people's folders."""
    for name in ("ann", "team"):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "ex03_small.py").write_text("x = 1\n")
    return open_class(tmp_path / "class", list(EXERCISES.values()), (), None, read_rules(PeopleFiles(), None))


def test_people_are_added_and_a_roster_replaces_them(store: Store) -> None:
    """Without a roster whoever was known stays; a roster tells the whole class, also when it shrinks."""
    run = keep_people(store, begun(store), [Learner("a"), Learner("b")])
    run = keep_people(store, run, [Learner("b"), Learner("c")])
    assert run.settings.people == ("a", "b", "c")
    run = keep_people(store, run, [Learner("c")], RosterJoin({}, (), ()))
    assert run.settings.people == ("c",)
    assert {person.key for person in store.classes.learners()} >= {"a", "b", "c"}


def test_members_and_absent_people_belong_to_the_class(folder: ClassFolder) -> None:
    """Of a group each member is one person; who handed in nothing is one, too."""
    members = (RosterPerson("1", ("1",), "Ada"), RosterPerson("2", ("2",), "Li"))
    join = RosterJoin({"team": members}, (RosterPerson("3", ("3",), "Zoe"),), ())
    found = {person.key: person.name for person in people_of(folder, join)}
    assert found == {"ann": "ann", "1": "Ada", "2": "Li", "3": "Zoe"}
    assert {person.key for person in people_of(folder, None)} == {"ann", "team"}


def test_faults_of_a_policy_file_are_wrong_usage(tmp_path: Path) -> None:
    """What staff mistyped is told as theirs, with everything that is wrong at once."""
    assert written_policy(PeopleFiles()) is None
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("drop = 1\n")
    bad.write_text("drop = -1\nduee = 3\n")
    assert written_policy(PeopleFiles(policy=good)) == Policy(drop=1)
    with pytest.raises(UsageError) as caught:
        written_policy(PeopleFiles(policy=bad))
    assert "drop" in str(caught.value)
    assert "duee" in str(caught.value)

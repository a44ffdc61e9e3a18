"""Who is in a class: a new roster replaces the old one, a policy names people who exist, nobody is forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.classrun.begin import begin_or_continue
from grader.classrun.people import PeopleFiles, keep_people, people_of, policy_for, read_rules, written_policy
from grader.domain.classroom import RemarkKind
from grader.domain.errors import UsageError
from grader.domain.policy import Policy
from grader.domain.record import ClassRun
from grader.intake.class_folder import ClassFolder, open_class
from grader.store.store import Store
from grader.workflows.staff_decisions import find_learner, forget
from tests.intake.samples import EXERCISES, code, write_folder

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
FF = code("FeedForward")


def opened(
    tmp_path: Path, files: Mapping[str, bytes], roster: str | None = None, **options: bool
) -> ClassFolder:
    """A plain class with a roster."""
    path = None
    if roster is not None:
        path = tmp_path / "roster.csv"
        path.write_text(roster, encoding="utf-8")
    rules = read_rules(PeopleFiles(roster=path, **options), None)  # type: ignore[arg-type]
    folder = tmp_path / "class"
    return open_class(folder if folder.exists() else write_folder(folder, files), EXERCISES, rules=rules)


def kept(store: Store, folder: ClassFolder) -> ClassRun:
    """The run after its people were kept."""
    run = begin_or_continue(store, "class", {3: "c"}, seed=1, again=False, policy=None, now=NOW)
    return keep_people(store, run, people_of(folder, folder.join), folder.join)


def test_a_new_roster_replaces_the_old_one(store: Store, tmp_path: Path) -> None:
    """Of a wrong roster nobody stays behind as somebody who handed in nothing."""
    files = {"00123/ex03.py": FF, "00200/ex03.py": FF}
    wrong = kept(store, opened(tmp_path, files, "id,name\n123,Anna\n200,Bo\n77,Cy\n"))
    assert set(wrong.settings.people) == {"00123", "00200", "123", "200", "77"}
    right = kept(store, opened(tmp_path, files, "id,name\n00123,Anna\n00200,Bo\n00300,Di\n"))
    assert set(right.settings.people) == {"00123", "00200", "00300"}
    assert {each.key: each.name for each in store.classes.learners()}["00123"] == "Anna"


def test_without_a_roster_people_are_added_and_names_stay(store: Store, tmp_path: Path) -> None:
    """A later run without the roster forgets neither who is in the class nor what they are called."""
    files = {"1001/ex03.py": FF}
    kept(store, opened(tmp_path, files, "id,name,section\n1001,Anna,A\n1002,Bo,B\n"))
    write_folder(tmp_path / "class" / "1003", {"ex03.py": FF})
    run = kept(store, opened(tmp_path, files))
    assert set(run.settings.people) == {"1001", "1002", "1003"}
    people = {each.key: (each.name, each.section) for each in store.classes.learners()}
    assert people == {"1001": ("Anna", "A"), "1002": ("Bo", "B"), "1003": ("1003", "")}


def test_decisions_find_people_by_any_id_of_the_roster(store: Store, tmp_path: Path) -> None:
    """`grade extend` takes the id of any column, for who is present and who is absent; forgetting forgets them too."""
    files = {"1001/ex03.py": FF}
    run = kept(store, opened(tmp_path, files, "id,username,email\n1001,anna,a@x.org\n1002,bo,b@x.org\n"))
    assert find_learner(store, "ANNA").key == "1001"
    assert find_learner(store, "b@x.org").key == "1002"
    forget(store, "anna")
    settings = store.classes.run(run.id)
    assert settings is not None
    assert set(settings.settings.ids.values()) == {"1002"}


def test_an_id_of_two_people_finds_neither(store: Store, tmp_path: Path) -> None:
    """Where two classes use one id for different people, it is asked for another."""
    files = {"1001/ex03.py": FF}
    first = kept(store, opened(tmp_path, files, "id,username\n1001,anna\n1002,bo\n"))
    other = replace(first, id="other", label="other", settings=replace(first.settings, ids={"anna": "1002"}))
    store.classes.begin_or_join_run(other, after=None)
    with pytest.raises(UsageError, match="nobody is known as 'anna'"):
        find_learner(store, "anna")


@pytest.mark.parametrize(
    ("excused", "roster", "outcome"),
    [
        ("anna", "id,username\n1001,anna\n1002,bo\n", {("1001", None)}),
        ("bo", "id,username\n1001,anna\n1002,bo\n", {("1002", None)}),
        ("ana", "id,username\n1001,anna\n1002,bo\n", r"Did you mean anna \(1001\)\?"),
        ("1001", None, {("1001", None)}),
        ("1009", None, {("1009", None)}),
    ],
)
def test_a_policy_names_people_who_exist(
    tmp_path: Path, excused: str, roster: str | None, outcome: set[tuple[str, None]] | str
) -> None:
    """With a roster a mistyped name is wrong usage with its near miss; without one it is told in the run."""
    folder = opened(tmp_path, {"1001/ex03.py": FF}, roster)
    policy = Policy(excused=frozenset({(excused, None)}))
    if isinstance(outcome, str):
        with pytest.raises(UsageError, match=outcome):
            policy_for(policy, folder, range(1, 25), "policy.toml")
        return
    assert policy_for(policy, folder, range(1, 25), "policy.toml").excused == outcome
    told = [each.subject for each in folder.notes.remarks if each.kind is RemarkKind.EXCUSED_UNKNOWN]
    assert told == (["1009"] if excused == "1009" else [])


def test_the_policys_zone_and_patterns_reach_the_reading(tmp_path: Path) -> None:
    """What a policy says of zone and of files holds for intake; patterns of the command go first."""
    (tmp_path / "policy.toml").write_text('zone = "Asia/Shanghai"\nprefer = ["b.py"]\n', encoding="utf-8")
    files = PeopleFiles(policy=tmp_path / "policy.toml", prefer=("a.py",))
    rules = read_rules(files, written_policy(files))
    assert (str(rules.zone), rules.prefer) == ("Asia/Shanghai", ("a.py", "b.py"))


def test_lost_zeros_are_matched_where_that_is_asked_for(store: Store, tmp_path: Path) -> None:
    """With `--match-zeros` the roster's person is the one who handed in, under the platform's id."""
    run = kept(store, opened(tmp_path, {"00123/ex03.py": FF}, "id,name\n123,Anna\n7,Bo\n", match_zeros=True))
    assert set(run.settings.people) == {"00123", "7"}
    assert {each.key: each.name for each in store.classes.learners()}["00123"] == "Anna"

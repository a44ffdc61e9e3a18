"""Who is in a class, under which rules, by the files that staff bring along: roster, policy, times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.catalog.policy_file import read_policy
from grader.catalog.staff_file import people_wrote
from grader.domain.classroom import IntakeRemark, RemarkKind
from grader.domain.errors import UsageError
from grader.domain.policy import Policy
from grader.domain.policy_names import near_miss, said, with_keys
from grader.domain.record import ClassRun, Learner
from grader.intake.class_folder import ClassFolder, IntakeRules
from grader.intake.encoding import known_encoding
from grader.intake.roster import read_roster
from grader.intake.roster_join import RosterJoin
from grader.intake.times import SubmissionTimes, read_times
from grader.store.store import Store


@dataclass(frozen=True)
class PeopleFiles:
    """What a class run was told about its people; None and () where nothing was."""

    roster: Path | None = None
    policy: Path | None = None
    times: Path | None = None
    prefer: tuple[str, ...] = ()
    encoding: str | None = None
    match_zeros: bool = False


def written_policy(files: PeopleFiles) -> Policy | None:
    """The rules of the policy file, None where none is named. Raises UsageError with all of its faults."""
    return people_wrote(read_policy, files.policy).policy if files.policy is not None else None


def read_rules(files: PeopleFiles, policy: Policy | None) -> IntakeRules:
    """Read the roster and the times, in the policy's zone. Raises UsageError with all the faults of a file."""
    rules, encoding = policy or Policy(), files.encoding
    if encoding is not None:
        known_encoding(encoding)
    zone = rules.reading_zone
    roster, times = None, SubmissionTimes()
    if files.roster is not None:
        roster = people_wrote(lambda path: read_roster(path, zone, encoding), files.roster)
    if files.times is not None:
        times = people_wrote(lambda path: read_times(path, zone, encoding), files.times)
    prefer = (*files.prefer, *rules.prefer)
    return IntakeRules(zone, prefer, encoding, roster, times, files.match_zeros)


def policy_for(policy: Policy, folder: ClassFolder, numbers: Sequence[int], shown: str) -> Policy:
    """The policy with its people by their keys. Raises UsageError for names and numbers that nobody has."""
    known = {each.casefold(): key for key, _ in folder.learners for each in _ids(folder, key)}
    absent = folder.join.without_submission if folder.join is not None else ()
    known |= {each.casefold(): person.key for person in absent for each in person.ids}
    checked, problems = with_keys(policy, known, numbers, shown, is_whole_class=folder.join is not None)
    if problems:
        raise UsageError(said(problems))
    folder.notes.remarks += tuple(
        IntakeRemark(RemarkKind.EXCUSED_UNKNOWN, learner, near_miss(learner, known))
        for learner, _ in sorted(policy.excused, key=str)
        if learner.casefold() not in known
    )
    return checked


def _ids(folder: ClassFolder, key: str) -> tuple[str, ...]:
    return folder.join.ids_of(key) if folder.join is not None else (key,)


def people_of(folder: ClassFolder, join: RosterJoin | None) -> list[Learner]:
    """The class's people as they are kept: roster data where a roster knows them, else the platform's names.

    Who is in the roster and handed in nothing is one of them, too.
    """
    people: dict[str, Learner] = {}
    for key, name in folder.learners:
        person = join.people.get(key) if join is not None else None
        people[key] = Learner(key, name, person.section, person.email) if person else Learner(key, name)
    for person in join.without_submission if join is not None else ():
        people.setdefault(person.key, Learner(person.key, person.name, person.section, person.email))
    return list(people.values())


def keep_people(
    store: Store, run: ClassRun, people: Sequence[Learner], join: RosterJoin | None = None
) -> ClassRun:
    """Keep the class's people, and with the run who they are: also those who handed in nothing belong to it.

    A roster tells the whole class and takes the place of an earlier one; without one people are added, and what a
    roster told of them before stays.
    """
    known = {learner.key for learner in store.classes.learners() if learner.name}
    store.classes.put_learners(each for each in people if join is not None or each.key not in known)
    former = () if join is not None else run.settings.people
    keys = tuple(dict.fromkeys([*former, *(person.key for person in people)]))
    settings = replace(run.settings, people=keys, ids=run.settings.ids if join is None else join.keys())
    return run if settings == run.settings else store.classes.put_settings(run.id, settings)

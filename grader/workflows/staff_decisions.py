"""What staff decide about one person after a run: other points, more time, to be forgotten."""

from __future__ import annotations

import difflib
import json
import os
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path

from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.record import Extension, Learner, Override
from grader.domain.system_reason import system_reason
from grader.domain.text import Text
from grader.store.store import Store


def find_learner(store: Store, given: str) -> Learner:
    """The person of that key, of another id in a roster, or of that name if one alone has it.

    Raises UsageError with near misses.
    """
    known = store.classes.learners()
    by_key = {person.key: person for person in known}
    if given in by_key:
        return by_key[given]
    listed = [run.settings.ids.items() for run in store.classes.runs()]
    keys_of = {key for ids in listed for each, key in ids if each.casefold() == given.casefold()} & set(
        by_key
    )
    if len(keys_of) == 1:
        return by_key[keys_of.pop()]
    named = [person for person in known if person.name and person.name.casefold() == given.casefold()]
    if len(named) == 1:
        return named[0]
    if named:
        keys = ", ".join(person.key for person in named)
        raise UsageError(
            Text(f"{len(named)} people are called {given}", f"有 {len(named)} 个人叫 {given}"),
            Text(f"Name one by the key: {keys}.", f"请用编号指定其中一个：{keys}。"),
        )
    names = [name for person in known for name in (person.key, person.name) if name]
    near = difflib.get_close_matches(given, names, n=3, cutoff=0.5)
    hint = Text("Keys are the platform's ids; a report lists them.", "编号是平台的 id，报告中会列出。")
    if near:
        hint = Text(f"Did you mean {' or '.join(near)}?", f"你是不是想找 {' 或 '.join(near)}？")
    raise UsageError(
        Text(f"nobody is known as {given!r} in {store.name}", f"{store.name} 中没有 {given!r} 这个人"), hint
    )


def override(
    store: Store, learner: str, exercise: Exercise, points: float, why: str, now: datetime
) -> tuple[Learner, float | None]:
    """Set points by hand, beside the raw score, which stays; returns the person and the newest raw score."""
    if not why.strip():
        raise UsageError(
            Text("an override needs a reason", "修改分数需要理由"),
            Text(
                'Say it with --why "...": it is kept beside the score.',
                '请用 --why "……" 写明：理由会与分数一起保存。',
            ),
        )
    person = find_learner(store, learner)
    store.classes.record_override(Override(person.key, exercise.id, points, why.strip(), now))
    for run in reversed(store.classes.runs()):
        result = store.classes.result(run.id, person.key, exercise.id)
        if result is not None:
            return person, result.score
    return person, None


def extend(
    store: Store, learner: str, exercise: Exercise | None, until: datetime, why: str, now: datetime
) -> Learner:
    """Give one person more time, at one exercise or (None) at all. Raises UsageError without a reason."""
    if not why.strip():
        raise UsageError(
            Text("an extension needs a reason", "延期需要理由"),
            Text('Say it with --why "...".', '请用 --why "……" 写明。'),
        )
    person = find_learner(store, learner)
    chosen = exercise.id if exercise is not None else None
    store.classes.record_extension(Extension(person.key, chosen, until, why.strip(), now))
    return person


def zone_of(store: Store, learner: str) -> tzinfo | None:
    """The zone of the rules that hold for somebody: those of the newest run with a policy that has the person."""
    key = find_learner(store, learner).key
    for run in reversed(store.classes.runs()):
        policy = run.settings.policy
        if policy is not None and key in run.settings.people:
            return policy.reading_zone
    return None


def is_in_a_run(store: Store, person: Learner, exercise: Exercise) -> bool:
    """Whether any run of this person's class is over this exercise: else a decision on it changes no report yet."""
    for run in store.classes.runs():
        if exercise.number in run.exercises and (
            person.key in run.settings.people or store.classes.result(run.id, person.key, exercise.id)
        ):
            return True
    return False


def export_person(store: Store, learner: str) -> dict[str, object]:
    """All that is kept of a person, as JSON-ready data."""
    return store.people.export(find_learner(store, learner).key)


def forget(store: Store, learner: str) -> dict[str, object]:
    """Delete all of one person, from every run and policy, too; returns what it was."""
    key = find_learner(store, learner).key
    content = store.people.forget(key)
    for run in store.classes.runs():
        settings, policy = run.settings, run.settings.policy
        if policy is not None:
            policy = replace(policy, excused=frozenset(each for each in policy.excused if each[0] != key))
        people = tuple(each for each in settings.people if each != key)
        ids = {each: owner for each, owner in settings.ids.items() if owner != key}
        settings = replace(settings, people=people, policy=policy, ids=ids)
        if settings != run.settings:
            store.classes.put_settings(run.id, settings)
    return content


def write_export(content: dict[str, object], path: Path) -> None:
    """Write a person's data where only the owner may read it. Raises UsageError where a file is already."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise UsageError(
            Text(f"{path} exists already", f"{path} 已经存在"), Text("name another file", "请指定另一个文件")
        ) from error
    except OSError as error:
        why = system_reason(error)
        raise UsageError(
            Text(f"{path} cannot be written: {why.en}", f"无法写入 {path}：{why.zh}"),
            Text("name another file", "请指定另一个文件"),
        ) from error
    # an exception's text may hold what no encoding can
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
        json.dump(content, file, ensure_ascii=False, indent=1)
        file.write("\n")

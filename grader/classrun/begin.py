"""How a class run begins: what is refused, which run goes on, who is in the class, who carries the work."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from grader import __version__
from grader.catalog.course import has_reference
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.policy import Policy
from grader.domain.record import ClassRun
from grader.domain.run_settings import RunSettings
from grader.domain.text import Text
from grader.domain.verdict import Confinement
from grader.grading.seed import fresh_seed
from grader.store.store import Store


def check_confinement(level: Confinement, *, unconfined: bool) -> None:
    """Refuse to run a class's code without a lock unless that is insisted on."""
    if level.strength < Confinement.NO_OPENS.strength and not unconfined:
        raise UsageError(
            Text(
                f"this machine offers the confinement {level}: a class's code must not run here",
                f"这台机器能提供的隔离级别是 {level}：不能在这里运行全班的代码",
            ),
            Text(
                "Run it in a Linux container or a virtual machine (docs/operator.md says how; `grade doctor` "
                "says what is missing here), or insist with --unconfined if you trust everybody who handed in.",
                "请在 Linux 容器或虚拟机中运行（做法见 docs/operator.md；`grade doctor` 会说明这里缺少什么）；"
                "如果你信任所有提交者，可以用 --unconfined 强制运行。",
            ),
        )


def check_course(course: Path, submissions: Path) -> None:
    """Refuse a course that lies among the submissions: its reference/ is code that the judge runs."""
    inside, outside = course.resolve(), submissions.resolve()
    if inside == outside or outside in inside.parents:
        raise UsageError(
            Text(
                f"the course {course} lies inside the submissions {submissions}",
                f"课程 {course} 位于提交目录 {submissions} 之内",
            ),
            Text(
                "Name your own course with --course: a course that was handed in would grade itself.",
                "请用 --course 指定你自己的课程：学生交上来的课程等于自己给自己评分。",
            ),
        )


def gradable(course: Path, exercises: Sequence[Exercise], wanted: Sequence[int]) -> list[Exercise]:
    """The exercises to grade: those wanted, else all that have a reference. Raises UsageError where one has none."""
    having = {e.number for e in exercises if has_reference(course, e.id)}
    if not having:
        raise UsageError(
            Text(f"{course} holds no reference solutions", f"{course} 中没有参考答案"),
            Text(
                "A student's kit cannot grade a class: name the full course with --course.",
                "学生版课程不能评阅班级：请用 --course 指定完整的课程。",
            ),
        )
    for number in wanted:
        if number not in having:
            raise UsageError(
                Text(
                    f"exercise {number} has no reference solution in {course}",
                    f"{course} 中没有练习 {number} 的参考答案",
                ),
                Text("Name the full course with --course.", "请用 --course 指定完整的课程。"),
            )
    return [e for e in exercises if e.number in (wanted or having)]


def begin_or_continue(
    store: Store,
    label: str,
    digests: Mapping[int, str],
    *,
    seed: int | None,
    again: bool,
    policy: Policy | None,
    now: datetime,
) -> ClassRun:
    """The run to work on: the newest of this label with the same exercises and seed, else a new one.

    `digests` are those of the course's content, by number of exercise. `again` begins a new run with the former one's
    seed, so that scores can be compared; its settings name the former one. Of several graders that begin at once, one
    begins and the others join it. A policy replaces the run's former one.
    """
    numbers = tuple(digests)
    former = store.classes.newest_run(label)
    same = former is not None and former.exercises == numbers and seed in (None, former.seed)
    if former is not None and same and not again:
        run = former
    else:
        chosen = seed if seed is not None else former.seed if former is not None and same else fresh_seed()
        # the class's people and rules stay, whatever the exercises and the seed
        settings = former.settings if former is not None else RunSettings()
        settings = replace(settings, again_of=former.id if former is not None and again else None)
        digest = hashlib.sha256("\n".join(digests.values()).encode()).hexdigest()
        fresh = ClassRun(uuid.uuid4().hex[:12], label, chosen, digest, __version__, numbers, settings, now)
        run = store.classes.begin_or_join_run(fresh, former.id if former is not None else None)
    if policy is not None and run.settings.policy != policy:
        run = store.classes.put_settings(run.id, replace(run.settings, policy=policy))
    return run


def policy_of(store: Store, label: str) -> Policy | None:
    """The rules that the newest run of this label was given: they hold until others are named."""
    former = store.classes.newest_run(label)
    return former.settings.policy if former is not None else None

"""What `grade class` says about its people: who is missing, whose time is unknown, which of their files counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.cli.settings import Settings
from grader.domain.classroom import Handin
from grader.domain.record import ClassRun
from grader.intake.notes import IntakeNotes
from grader.intake.roster_join import RosterJoin
from grader.reports.intake_words import say_choice, say_remark
from grader.reports.lines import Line, Tone

MOST_NAMES, MOST_CHOICES, EXAMPLES = 12, 20, 3


def people_json(notes: IntakeNotes, run: ClassRun) -> dict[str, object]:
    """What `grade class --json` says of how the class was read."""
    return {
        "remarks": [
            {"kind": str(remark.kind), "subject": remark.subject, "detail": remark.detail}
            for remark in notes.all_remarks()
        ],
        "several_files": [
            {
                "learner": each.learner_key,
                "exercises": list(each.exercises),
                "graded": each.file_name,
                "not_graded": list(each.choice.kept),
                "because": str(each.choice.by) if each.choice.by is not None else None,
            }
            for each in notes.chosen
        ],
        "without_time": list(dict.fromkeys(each.learner_key for each in without_time(notes, run))),
    }


def roster_lines(join: RosterJoin | None, settings: Settings) -> Iterator[Line]:
    """Who of the roster handed in nothing, and who handed in and is not in the roster."""
    if join is None:
        return
    if not join.people and join.without_person and join.without_submission:
        yield from _nobody_matched(join, settings)
        return
    absent = [_named(person.key, person.name) for person in join.without_submission]
    if absent:
        names = _some(absent, settings)
        yield Line(
            settings.say(
                f"Without a submission ({len(absent)}): {names}", f"没有提交（{len(absent)} 人）：{names}"
            ),
            Tone.BAD,
        )
    strangers = [_named(key, name) for key, name in join.without_person]
    if strangers:
        names = _some(strangers, settings)
        yield Line(
            settings.say(
                f"Not in the roster ({len(strangers)}): {names}",
                f"不在名单中（{len(strangers)} 人）：{names}",
            ),
            Tone.BAD,
        )


def _some(names: Sequence[str], settings: Settings) -> str:
    """The names, of many the first ones; --json lists all."""
    shown, rest = "; ".join(names[:MOST_NAMES]), len(names) - MOST_NAMES
    if rest <= 0:
        return shown
    return settings.say(
        f"{shown} and {rest} more (--json lists all)", f"{shown} 等，另有 {rest} 个（--json 列出全部）"
    )


def _nobody_matched(join: RosterJoin, settings: Settings) -> Iterator[Line]:
    """A roster of other ids than the submissions': both sides by example, and what to do."""
    submissions = "; ".join(key for key, _ in join.without_person[:EXAMPLES])
    roster = "; ".join("/".join(person.ids) for person in join.without_submission[:EXAMPLES])
    yield Line(settings.say("The roster matches nobody.", "名单与提交没有一个对得上。"), Tone.BAD)
    yield Line(
        settings.say(f"The submissions are known as: {submissions}", f"提交的标识：{submissions}"), indent=2
    )
    yield Line(settings.say(f"The roster's ids are: {roster}", f"名单里的标识：{roster}"), indent=2)
    yield Line(
        settings.say(
            "Only ids are compared, never names. Give the roster a column (id, username or email) that holds what "
            "the submissions are known as, or rename their folders; then run the same command again.",
            "只比较标识，不比较姓名。请在名单中加一列（学号、用户名或邮箱），填上提交所用的标识，或给提交的文件夹改名；"
            "然后再次运行同一命令。",
        ),
        indent=2,
    )


def without_time(notes: IntakeNotes, run: ClassRun) -> list[Handin]:
    """The hand-ins whose time a late rule asks for and nobody knows."""
    policy = run.settings.policy
    if policy is None:
        return []
    numbers = run.exercises
    return [
        each
        for each in notes.without_time
        if any(policy.wants_time(number) for number in each.exercises or numbers)
    ]


def time_lines(notes: IntakeNotes, run: ClassRun, settings: Settings) -> Iterator[Line]:
    """Who has no time of submission although the rules ask for one."""
    unknown = without_time(notes, run)
    for late in (False, True):
        people = list(dict.fromkeys(_person(each) for each in unknown if each.late is late))
        names = _some(people, settings)
        if people and not late:
            yield Line(
                settings.say(
                    f"No time of submission is known for {len(people)}: {names}. The late rule is not applied to "
                    "them. Give the times with --times FILE, or Moodle's grading worksheet as --roster.",
                    f"{len(people)} 人的提交时间未知：{names}。迟交规则对他们不适用。请用 --times 文件 给出时间，"
                    "或把 Moodle 的评分表作为 --roster。",
                ),
                Tone.BAD,
            )
        elif people:
            yield Line(
                settings.say(
                    f"Marked late by the platform, at a time that is not known ({len(people)}): {names}. They are "
                    "charged one day. Give the times with --times FILE, or more time with grade extend.",
                    f"平台标记为迟交但时间未知（{len(people)} 人）：{names}。按迟交一天计。"
                    "请用 --times 文件 给出时间，或用 grade extend 延期。",
                ),
                Tone.BAD,
            )


def _person(handin: Handin) -> str:
    return _named(handin.learner_key, handin.learner_name)


def _named(key: str, name: str) -> str:
    return f"{name} ({key})" if name and name != key else key


def choice_lines(notes: IntakeNotes, settings: Settings) -> Iterator[Line]:
    """Which of several files of a learner was graded."""
    chosen = notes.chosen
    if chosen:
        yield Line(settings.say("Several files for one exercise", "同一练习有多个文件"), Tone.TITLE)
    for each in chosen[:MOST_CHOICES]:
        words = say_choice(each.file_name, each.choice.kept, each.choice.by).get(settings.language)
        yield Line(f"{_person(each)}: {words}", indent=2, hang=2)
    if len(chosen) > MOST_CHOICES:
        rest = len(chosen) - MOST_CHOICES
        yield Line(
            settings.say(f"and {rest} more (--json lists all)", f"另有 {rest} 个（--json 列出全部）"),
            indent=2,
        )
    if chosen:
        yield Line(
            settings.say(
                "To have another file graded: --prefer 'PATTERN', such as --prefer '*/model.py'.",
                "要评阅其他文件：--prefer '模式'，例如 --prefer '*/model.py'。",
            ),
            indent=2,
            hang=2,
        )


def remark_lines(notes: IntakeNotes, settings: Settings) -> Iterator[Line]:
    """What staff should check about how the class was read."""
    remarks = notes.all_remarks()
    if remarks:
        yield Line(settings.say("Please check", "请核对"), Tone.TITLE)
    for remark in remarks[:MOST_CHOICES]:
        yield Line(say_remark(remark).get(settings.language), indent=2, hang=2)
    if len(remarks) > MOST_CHOICES:
        rest = len(remarks) - MOST_CHOICES
        yield Line(
            settings.say(f"and {rest} more (--json lists all)", f"另有 {rest} 条（--json 列出全部）"),
            indent=2,
        )

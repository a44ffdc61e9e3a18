"""`grade watch`: a verdict on every save, with keys for what comes next."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.exercise_completion import complete_exercise
from grader.cli.keys import pressed_key, raw_keys, whole_lines
from grader.cli.screen import screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.cli.waiting import waiting
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.text import Language, Text
from grader.domain.verdict import Verdict
from grader.reports.lines import Line, Tone

if TYPE_CHECKING:
    from grader.workflows.grade_exercise import Graded
    from grader.workflows.watch_exercise import Watcher


@click.command()
@click.argument("name", required=False, shell_complete=complete_exercise)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--poll", is_flag=True, help="Look for changes instead of being told (network folders).")
@click.option("--times", type=click.IntRange(1), help="Leave after this many verdicts.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print each verdict as a JSON object in a line (schema addnorm.grade/1); no keys.",
)
@shared_options
def watch(
    name: str | None,
    file: Path | None,
    poll: bool,
    times: int | None,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> int:
    """Grade exercise NAME (default: the next one) at every save of its file, until q is pressed.

    Keys: h hint, z quiz, n next exercise, l the other language, g grade now, q quit.
    """
    settings = settings_of(course, db, lang)
    exercise = settings.exercise(name or _next_name(settings))
    sitting = _JsonLines if as_json else _Watch
    return sitting(settings, exercise, file, poll, times).run()


def _next_name(settings: Settings) -> str:
    from grader.cli.progress import rungs_of
    from grader.workflows.learner_progress import next_rung

    rung = next_rung(rungs_of(settings))
    if rung is None:
        raise UsageError(
            Text("everything is done", "所有练习都已完成"),
            Text("name an exercise: grade watch 3", "请指定一道练习：grade watch 3"),
        )
    return str(rung.exercise.number)


def _watcher(settings: Settings, exercise: Exercise, file: Path | None, *, announced: bool) -> Watcher:
    """A watcher with a warm server; the seconds that takes are announced where somebody looks on."""
    number = exercise.number
    told = settings.say(f"starting to watch exercise {number} ...", f"正在准备监视练习 {number} ……")
    with waiting(told, wanted=announced):
        from grader.intake.source_file import read_submission
        from grader.workflows.watch_exercise import Watcher, find_watched

        path = Path.cwd() / file if file else find_watched(exercise, Path.cwd())
        read_submission(path)  # of a file that is not there now, nobody waits for the saves
        return Watcher.start(settings.course, exercise, path)


class _Watch:
    """One sitting: the watched exercise, the last verdict, the screen, the keys."""

    announced = True

    def __init__(
        self, settings: Settings, exercise: Exercise, file: Path | None, poll: bool, times: int | None
    ) -> None:
        self.settings = settings
        self.exercises = settings.exercises()
        self.watcher = _watcher(settings, exercise, file, announced=self.announced)
        self.store = settings.open_store()
        self.screen = screen_for_output()
        self.poll = poll
        self.left = times
        self.done = False
        self.graded: Graded | None = None
        self.offered: Exercise | None = None

    def run(self) -> int:
        """Grade now and at each save until it is over; exit code 0 if the last verdict was accepted."""
        try:
            with self._keys():
                self._grade()
                for _ in self.watcher.saves(stop=self._key, polling=self.poll) if not self.done else ():
                    self._grade()
                    if self.done:
                        break
        finally:
            self.watcher.close()
            self.store.close()
        return 0 if self.graded is not None and self.graded.result.accepted else 1

    def _grade(self) -> None:
        try:
            self.graded = self.watcher.grade()
        except UsageError as error:  # the editor is in the middle of a save: the next event finds the file
            self._say(error.message.get(self.settings.language))
            self._show_keys()
            return
        self._show_verdict(self.graded)  # before it is kept: this is what somebody waits for
        self._record(self.graded)
        self.offered = self._following() if self.graded.result.accepted else None
        self._show_foot(self.graded)
        if self.left is not None:
            self.left -= 1
            self.done = self.left <= 0
        if not self.done:
            self.watcher.prepare()

    def _keys(self) -> AbstractContextManager[None]:
        return raw_keys()

    def _say(self, text: str) -> None:
        self.screen.print([Line(text, Tone.QUIET)])

    def _record(self, graded: Graded) -> None:
        """Keep the attempt, if it is one."""
        from grader.workflows.grade_exercise import record_attempt

        record_attempt(self.store, graded, self.settings.learner, datetime.now(UTC))

    def _following(self) -> Exercise | None:
        """The exercise that comes next on the ladder, None if it is this one or all is done."""
        from grader.workflows.learner_progress import ladder, next_rung

        rung = next_rung(ladder(self.exercises, self.store.attempts.standings(self.settings.learner)))
        return rung.exercise if rung and rung.exercise.number != self.watcher.exercise.number else None

    def _show_verdict(self, graded: Graded) -> None:
        from grader.catalog.misconceptions import load_misconceptions
        from grader.reports.feedback import student_feedback

        settings, result = self.settings, graded.result
        catalogue = load_misconceptions(settings.course) if result.diagnoses else {}
        if self.screen.colour:
            click.clear()
        feedback = student_feedback(
            result, self.watcher.exercise, catalogue, settings.language, self.exercises
        )
        self.screen.print(feedback.main)

    def _show_foot(self, graded: Graded) -> None:
        self.screen.print(list(self._foot(graded)))

    def _foot(self, graded: Graded) -> Iterator[Line]:
        say = self.settings.say
        yield Line("")
        if graded.result.verdict is Verdict.INVALID_SUBMISSION:
            yield Line(
                say(
                    "Not counted as an attempt; waiting for the next save.", "不算一次作答；等待下一次保存。"
                ),
                Tone.QUIET,
            )
        if self.offered is not None:
            number, concept = self.offered.number, self.offered.concept.get(self.settings.language)
            yield Line(
                say(
                    f"Accepted. Press n to go on with exercise {number}, {concept}.",
                    f"已通过。按 n 继续做练习 {number}：{concept}。",
                ),
                Tone.GOOD,
            )
        yield Line(f"{graded.path.name}  {graded.result.seconds * 1000:>4.0f} ms", Tone.QUIET)
        yield self._key_line()

    def _key_line(self) -> Line:
        keys = (
            ("[h] 提示", "[z] 测验", "[n] 下一题", "[l] EN", "[g] 评分", "[q] 退出")
            if self.settings.language is Language.ZH
            else ("[h] hint", "[z] quiz", "[n] next", "[l] 中文", "[g] grade", "[q] quit")
        )
        return Line("  ".join(keys), Tone.QUIET)

    def _show_keys(self) -> None:
        self.screen.print([Line(""), self._key_line()])

    def _key(self) -> bool:
        """Act on a pressed key; True means that the watch is over."""
        key = pressed_key()
        number = self.watcher.exercise.number
        if key == "q":
            self.done = True
        elif key == "l":
            other = Language.EN if self.settings.language is Language.ZH else Language.ZH
            self.settings = replace(self.settings, language=other)
            if self.graded is not None:
                self._show_verdict(self.graded)
                self._show_foot(self.graded)
        elif key == "g":
            self._grade()
        elif key == "h":
            self._command("hint", str(number))
        elif key == "z":
            self._command("quiz", "--exercise", str(number))
        elif key == "n":
            self._next()
        return self.done

    def _command(self, *arguments: str) -> None:
        from grader.cli.main import run

        shared = ["--course", str(self.settings.course), "--lang", str(self.settings.language)]
        with whole_lines():
            run([*arguments, *shared, *(["--db", self.settings.db] if self.settings.db else [])])
        self._show_keys()

    def _next(self) -> None:
        """Go on with the exercise that was offered, else with the next number."""
        from grader.workflows.watch_exercise import find_watched

        try:
            exercise = self.offered or self.settings.exercise(str(self.watcher.exercise.number + 1))
            self.watcher.switch(exercise, find_watched(exercise, self.watcher.path.parent))
        except UsageError as error:
            self.screen.print([Line(row, Tone.BAD) for row in error.lines(self.settings.language)])
            self._show_keys()
            return
        self._grade()


class _JsonLines(_Watch):
    """A sitting for a program that reads: an object in a line for each verdict, and no keys."""

    announced = False

    def _keys(self) -> AbstractContextManager[None]:
        return nullcontext()

    def _key(self) -> bool:
        return self.done

    def _say(self, text: str) -> None:
        click.echo(text, err=True)

    def _show_foot(self, graded: Graded) -> None:
        """Nothing: the object has told all."""

    def _show_keys(self) -> None:
        """Nothing: there are no keys."""

    def _show_verdict(self, graded: Graded) -> None:
        from grader.catalog.misconceptions import load_misconceptions
        from grader.reports.result_json import student_json

        catalogue = load_misconceptions(self.settings.course) if graded.result.diagnoses else {}
        plain = student_json(graded.result, catalogue, self.settings.language)
        click.echo(json.dumps(plain, ensure_ascii=False))

"""`grade watch`: a verdict on every save, and keys for what comes next."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import click

from grader.cli.keys import pressed_key, raw_keys
from grader.cli.screen import screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.text import Language
from grader.domain.verdict import Verdict
from grader.reports.feedback import Line, Tone


@click.command()
@click.argument("name", required=False)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--poll", is_flag=True, help="Look for changes instead of being told (network folders).")
@click.option("--times", type=click.IntRange(1), help="Leave after this many verdicts.")
@shared_options
def watch(
    name: str | None,
    file: Path | None,
    poll: bool,
    times: int | None,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> int:
    """Grade exercise NAME (default: the next one) at every save of its file, until q is pressed.

    Keys: h hint, z quiz, n next exercise, l the other language, g grade now, q quit.
    """
    from grader.catalog.exercises import load_exercise
    from grader.catalog.search import find_exercise

    settings = settings_of(course, db, lang)
    number = find_exercise(settings.course, name) if name else _next_number(settings)
    exercise = load_exercise(settings.course, number)
    return _Watch(settings, exercise, file, poll, times).run()


def _next_number(settings: Settings) -> int:
    from grader.cli.progress import rungs_of
    from grader.workflows.learner_progress import next_rung

    rung = next_rung(rungs_of(settings))
    if rung is None:
        raise UsageError("everything is done", "name an exercise: grade watch 3")
    return rung.exercise.number


class _Watch:
    """One sitting: the watched exercise, the screen, the keys."""

    def __init__(
        self, settings: Settings, exercise: Exercise, file: Path | None, poll: bool, times: int | None
    ) -> None:
        from grader.store.location import database_url
        from grader.store.store import open_store
        from grader.workflows.watch_exercise import Watcher, find_watched

        self.settings = settings
        path = Path.cwd() / file if file else find_watched(exercise, Path.cwd())
        self.watcher = Watcher.start(settings.course, exercise, path)
        self.store = open_store(database_url(settings.db, os.environ))
        self.screen = screen_for_output()
        self.poll = poll
        self.left = times
        self.done = False
        self.accepted = False

    def run(self) -> int:
        """Grade now and at each save until it is over; exit code 0 if the last verdict was accepted."""
        try:
            with raw_keys():
                self._grade()
                for _ in self.watcher.saves(stop=self._key, polling=self.poll) if not self.done else ():
                    self._grade()
                    if self.done:
                        break
        finally:
            self.watcher.close()
            self.store.close()
        return 0 if self.accepted else 1

    def _grade(self) -> None:
        from grader.catalog.misconceptions import load_misconceptions
        from grader.reports.feedback import student_feedback
        from grader.reports.result_json import to_stored
        from grader.workflows.grade_exercise import attempt_of

        settings, exercise = self.settings, self.watcher.exercise
        try:
            graded = self.watcher.grade()
        except UsageError as error:  # the editor is in the middle of a save: the next event finds the file
            self.screen.print([Line(f"{error}", Tone.QUIET)])
            return
        result = graded.result
        catalogue = load_misconceptions(settings.course) if result.diagnoses else {}
        if self.screen.colour:
            click.clear()
        self.screen.print(student_feedback(result, exercise, catalogue, settings.language).main)
        if result.verdict is not Verdict.NOT_ATTEMPTED:
            attempt = attempt_of(graded, settings.learner, to_stored(result), datetime.now(UTC))
            self.store.attempts.record(attempt, graded.submission)
        self.accepted = result.accepted
        keys = settings.say(
            "[h] hint  [z] quiz  [n] next  [l] 中文  [g] grade  [q] quit",
            "[h] 提示  [z] 测验  [n] 下一题  [l] English  [g] 评分  [q] 退出",
        )
        self.screen.print([Line(f"{graded.path.name}  {result.seconds * 1000:.0f} ms   {keys}", Tone.QUIET)])
        if self.left is not None:
            self.left -= 1
            self.done = self.left <= 0

    def _key(self) -> bool:
        """Act on a pressed key; True means that the watch is over."""
        key = pressed_key()
        number = self.watcher.exercise.number
        if key == "q":
            self.done = True
        elif key == "l":
            other = Language.EN if self.settings.language is Language.ZH else Language.ZH
            self.settings = replace(self.settings, language=other)
            self._grade()
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
        with raw_keys():
            run([*arguments, *shared, *(["--db", self.settings.db] if self.settings.db else [])])

    def _next(self) -> None:
        from grader.catalog.exercises import load_exercise
        from grader.workflows.watch_exercise import find_watched

        try:
            exercise = load_exercise(self.settings.course, self.watcher.exercise.number + 1)
            self.watcher.switch(exercise, find_watched(exercise, self.watcher.path.parent))
        except UsageError as error:
            self.screen.print([Line(f"{error}. {error.hint}", Tone.BAD)])
            return
        self._grade()

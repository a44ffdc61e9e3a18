"""One sitting at the screen: question, answer, verdict, until all are answered or the learner leaves."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import click

from grader.cli.quiz_answers import AnswerSource, Given
from grader.cli.quiz_words import INTRO, OR_UNSURE, mark_lines, practice_line, question_lines
from grader.cli.screen import Screen
from grader.domain.mark import Mark
from grader.domain.text import Language, Text
from grader.quiz.instance import Instance
from grader.reports.lines import Line, Tone
from grader.workflows.take_quiz import Sitting

RAN = Text(en="torch gives: {result}", zh="torch 的结果：{result}")
RUNNING = Text(en="Running it in torch ...", zh="正在用 torch 运行……")
NO_TORCH = Text(
    en="torch cannot be run here ({error}); the key below was checked with it.",
    zh="这里无法运行 torch（{error}）；下面的答案已用它核对过。",
)
UNREAD = Text(
    en="{place}: the answer to {question} was not understood and not marked. {reason}",
    zh="{place}：{question} 的回答无法读懂，未评分。{reason}",
)


@dataclass
class Flow:
    """What a sitting needs of its surroundings: screen, language, answers, a stopwatch in seconds."""

    screen: Screen
    language: Language
    source: AnswerSource
    quiet: bool = False
    stopwatch: Callable[[], float] = time.monotonic
    unread: list[str] = field(default_factory=list)

    def say(self, text: Text, tone: Tone = Tone.PLAIN, **values: object) -> None:
        """Print one text, unless only JSON is wanted."""
        if not self.quiet:
            self.screen.print([Line(text.get(self.language).format(**values), tone)])

    def run(self, sitting: Sitting) -> dict[str, Mark]:
        """Ask everything that is still open; return the marks by question. Raises click.Abort on Ctrl-C."""
        marks: dict[str, Mark] = {}
        total = len(sitting.session.questions)
        if self.source.asks_again and not sitting.resumed:
            self.say(INTRO, Tone.QUIET, count=total)
        for number, instance in enumerate(sitting.instances(), start=len(sitting.session.answers) + 1):
            self._show(instance, f"{number}/{total}")
            started = self.stopwatch()
            canonical = self._canonical(instance)
            if canonical is None:
                continue
            marked = sitting.answer(instance, canonical, self.stopwatch() - started)
            marks[instance.question.id] = marked
            self._tell(instance, marked)
        return marks

    def _show(self, instance: Instance, head: str) -> None:
        if not self.quiet:
            self.screen.print([Line(""), *question_lines(instance, head, self.language)])

    def _canonical(self, instance: Instance) -> str | None:
        prompt = instance.question.how_to_answer.get(self.language)
        while True:
            given = self.source.answer(instance, prompt)
            if given is None:
                return None
            from grader.quiz.reading import read_canonical, read_typed
            from grader.quiz.unreadable import Unreadable

            try:
                return (read_canonical if given.canonical else read_typed)(instance, given.text)
            except Unreadable as error:
                if self.source.asks_again:
                    self.say(error.reason)
                    if not given.text.strip():
                        self.say(OR_UNSURE)
                    continue
                self._note(instance, given, error.reason)
                return None

    def _note(self, instance: Instance, given: Given, reason: Text) -> None:
        words = UNREAD.get(self.language).format(
            place=given.place.get(self.language),
            question=instance.question.id,
            reason=reason.get(self.language),
        )
        self.unread.append(words)
        click.echo(words, err=True)

    def _tell(self, instance: Instance, marked: Mark) -> None:
        if self.quiet:
            return
        if instance.question.code:
            self._run_torch(instance)
        self.screen.print(mark_lines(marked, self.language))
        if not marked.right and instance.question.exercises:
            self.screen.print([practice_line(instance.question.exercises, self.language)])

    def _run_torch(self, instance: Instance) -> None:
        self.say(RUNNING, Tone.QUIET)
        try:
            result = instance.question.run(instance.params)
        except ImportError as error:
            self.say(NO_TORCH, Tone.QUIET, error=error)
            return
        self.say(RAN, Tone.TITLE, result=result)

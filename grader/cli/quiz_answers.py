"""Where answers come from: a person at a terminal, a file or a pipe, or nobody."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import click

from grader.domain.text import Text
from grader.quiz.instance import Instance


@dataclass(frozen=True)
class Given:
    """One answer as it came; `canonical` where it names options by key. `place` says where ("line 3")."""

    text: str
    canonical: bool
    place: Text


class AnswerSource(Protocol):
    """Gives the answer to a question; `asks_again` where an unreadable one can be asked again."""

    asks_again: bool

    def answer(self, instance: Instance, prompt: str) -> Given | None:
        """Return the answer, or None where there is none."""


class Prompted:
    """Asks at the terminal with click's own prompt."""

    asks_again = True

    def answer(self, instance: Instance, prompt: str) -> Given | None:
        """Ask. Raises click.Abort on Ctrl-C or at the end of input."""
        text: str = click.prompt(prompt, prompt_suffix=" > ", default="", show_default=False)
        return Given(text, canonical=False, place=Text("", ""))


class Nobody:
    """Never answers."""

    asks_again = False

    def answer(self, instance: Instance, prompt: str) -> Given | None:
        """Return None."""
        return None


class Listed:
    """Answers of a file, one a line.

    `question-id: answer` names its question, and options by key ("b", "a,c", "l1=r2,l2=r1"); any other line
    answers the next question that no line names, as it would be typed. Lines that begin with # do not count;
    an empty line leaves its question unanswered.
    """

    asks_again = False

    def __init__(self, lines: Iterable[str], ids: Iterable[str]) -> None:
        known = frozenset(ids)
        self._named: dict[str, Given] = {}
        self._queue: deque[Given] = deque()
        for number, line in enumerate(lines, start=1):
            place = Text(f"line {number}", f"第 {number} 行")
            text = line.rstrip("\r\n").lstrip("\ufeff")
            if text.startswith("#"):
                continue
            named = re.match(r"\s*([a-z0-9-]+)\s*[:\t：]\s*(.*)$", text)
            if named and named.group(1) in known:
                self._named[named.group(1)] = Given(named.group(2).strip(), True, place)
            else:
                self._queue.append(Given(text.strip(), False, place))

    def answer(self, instance: Instance, prompt: str) -> Given | None:
        """Return the line for this question."""
        if instance.question.id in self._named:
            return self._named[instance.question.id]
        given = self._queue.popleft() if self._queue else None
        return given if given is not None and given.text else None


def points_text(points: float) -> str:
    """Return 3 for 3.0, 2.67 for 2.6667."""
    return f"{points:.2f}".rstrip("0").rstrip(".")

"""Prints feedback for people: wrapped by cells (Chinese is two wide), coloured where wanted, plain on a pipe."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import click

from grader.reports.lines import Line, Tone
from grader.reports.plain_values import shown

LEAST_WIDTH, MOST_WIDTH = 30, 100
_NO_LINE_START = "，。；：！？、）》」』”’…·%.,;:!?)]}"
_NO_LINE_END = "（《「『“‘([{"
CUT = " ..."
_GLUE = "\u00a0"
_WHOLE = re.compile(
    r"\bgrade [a-z]+(?: --?[a-z-]+| \d+)*"  # a command, as far as it can be told from prose
    r"|(?<=[\u3000-\u9fff]) (?=\d)|(?<=\d) (?=[\u3000-\u9fff])"  # a number and the Chinese beside it
)
SEPARATOR = "   ·   "


@dataclass(frozen=True)
class Screen:
    """Where lines go: width in cells, and whether colour is wanted."""

    width: int
    colour: bool

    @classmethod
    def of_terminal(cls, *, is_terminal: bool, environ: Mapping[str, str]) -> Screen:
        """The screen that standard output is; NO_COLOR, TERM=dumb and pipes mean no colour."""
        colour = is_terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
        columns = (
            shutil.get_terminal_size((80, 24)).columns if is_terminal or "COLUMNS" in environ else MOST_WIDTH
        )
        return cls(max(LEAST_WIDTH, min(columns, MOST_WIDTH)), colour)

    def print(self, lines: Iterable[Line]) -> None:
        """Print each line, wrapped."""
        for line in lines:
            indent = line.indent
            for row in wrap(shown(line.text), self.width - indent, self.width - line.indent - line.hang):
                text = (" " * indent + row).rstrip()
                click.echo(_styled(text, line.tone) if self.colour and text else text)
                indent = line.indent + line.hang


def _styled(text: str, tone: Tone) -> str:
    colour = {Tone.GOOD: "green", Tone.BAD: "red"}.get(tone)
    return click.style(text, fg=colour, bold=tone is Tone.TITLE or None, dim=tone is Tone.QUIET or None)


def cells(text: str) -> int:
    """The width of a text in terminal cells."""
    text = text.replace(_GLUE, " ")
    if text.isascii():
        return len(text)
    from wcwidth import wcwidth  # its tables cost 20 ms, which English text does not need

    return sum(max(0, wcwidth(char)) for char in text)


def wrap(text: str, width: int, rest: int | None = None) -> list[str]:
    """Break a text into rows of at most `width` cells (`rest`,
    from the second on), at spaces and between Chinese characters.

    A word longer than a row is cut; closing punctuation never begins a row and opening punctuation never ends
    one; a command, and a number among Chinese characters, stay whole. Line feeds in the text are kept.
    """
    least = width if rest is None else min(width, rest)
    return [row.replace(_GLUE, " ") for row in _wrapped(_glued(text, least), width, rest, least)]


def _wrapped(text: str, width: int, rest: int | None, least: int) -> list[str]:
    rows: list[str] = []
    for paragraph in text.split("\n"):
        row = ""
        for piece in _parts(paragraph, least):
            room = width if not rows or rest is None else rest
            if row.strip() and cells(row) + cells(piece.rstrip()) > room:
                rows.append(row.rstrip())
                row = ""
                room = width if rest is None else rest
            while cells(piece.rstrip()) > room:
                head = _head(piece, room)
                rows.append(head)
                piece = piece[len(head) :]
                room = width if rest is None else rest
            row += piece
        rows.append(row.rstrip())
    return rows


def _glued(text: str, width: int) -> str:
    """The text with what no row may break joined by hard spaces, where it fits a row."""

    def joined(match: re.Match[str]) -> str:
        whole = match.group()
        return whole.replace(" ", _GLUE) if cells(whole) <= width else whole

    return _WHOLE.sub(joined, text)


def beginning(text: str, width: int) -> str:
    """The first words of a text, in one row of at most `width` cells; what is cut ends in dots."""
    rows = wrap(" ".join(text.split()), width)
    return rows[0] if len(rows) == 1 else wrap(" ".join(text.split()), width - len(CUT))[0] + CUT


def _parts(text: str, width: int) -> list[str]:
    """The commands of a line that lists several, if each fits a row: they are not broken; else its pieces."""
    parts = [part + SEPARATOR for part in text.split(SEPARATOR)]
    parts[-1] = parts[-1].removesuffix(SEPARATOR)
    if len(parts) > 1 and all(cells(part.rstrip()) <= width for part in parts):
        return parts
    return _pieces(text)


def _pieces(text: str) -> list[str]:
    """What a row may not break: words with their trailing spaces, wide characters with the punctuation that
    clings to them.
    """
    pieces: list[str] = []
    for char in text:
        last = pieces[-1][-1] if pieces else ""
        clings = last and (
            char in (" ", _GLUE) or last == _GLUE or char in _NO_LINE_START or last in _NO_LINE_END
        )
        within_word = last and last != " " and cells(char) < 2 and cells(last) < 2
        if clings or within_word:
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _head(text: str, width: int) -> str:
    taken = ""
    for char in text:
        if taken and cells(taken + char) > width:
            break
        taken += char
    return taken


def screen_for_output() -> Screen:
    """The screen of this process's standard output."""
    return Screen.of_terminal(is_terminal=sys.stdout.isatty(), environ=os.environ)


def wrapped_for_errors(text: str) -> str:
    """The text in rows that fit the terminal behind standard error; as it is where that is none."""
    screen = Screen.of_terminal(is_terminal=sys.stderr.isatty(), environ=os.environ)
    return "\n".join(wrap(text, screen.width)) if sys.stderr.isatty() else text

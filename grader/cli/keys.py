"""Single key presses from a terminal, without waiting; nothing where standard input is no terminal."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def raw_keys() -> Iterator[None]:
    """Let keys arrive one by one, unechoed, while the block runs."""
    if not sys.stdin.isatty() or sys.platform == "win32":
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


@contextmanager
def whole_lines() -> Iterator[None]:
    """Let the terminal give echoed lines again while the block runs, inside `raw_keys`."""
    if not sys.stdin.isatty() or sys.platform == "win32":
        yield
        return
    import termios

    raw = termios.tcgetattr(sys.stdin)
    cooked = termios.tcgetattr(sys.stdin)
    cooked[3] |= termios.ICANON | termios.ECHO
    try:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, cooked)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, raw)


def pressed_key() -> str:
    """The key that was pressed since the last call, "" for none."""
    if not sys.stdin.isatty():
        return ""
    if sys.platform == "win32":
        import msvcrt

        return msvcrt.getwch() if msvcrt.kbhit() else ""
    if not select.select([sys.stdin], [], [], 0)[0]:
        return ""
    return os.read(sys.stdin.fileno(), 1).decode("ascii", "ignore")

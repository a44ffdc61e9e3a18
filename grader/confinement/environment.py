"""Forgets the environment of whoever started this process: it often holds tokens or passwords."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Iterable, Mapping

# Places of env_start and env_end in /proc/self/stat, counted after the command's name.
_BLOCK_STARTS, _BLOCK_ENDS = 47, 48


def forget_environment(keep: Iterable[str], add: Mapping[str, str]) -> None:
    """Leave the variables of `keep` and those of `add`: here, in C, and in the block that the kernel gave.

    What other parts of the program have already copied from a variable is theirs to forget.
    """
    kept = {name: os.environ[name] for name in keep if name in os.environ}
    os.environ.clear()
    with contextlib.suppress(ImportError):
        import posix  # os.environ is a copy of its dictionary

        posix.environ.clear()
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            _wipe_block()
    os.environ.update({**kept, **add})  # puts new strings elsewhere


def _wipe_block() -> None:
    """Overwrite the strings themselves; nothing points at them once the variables are unset."""
    with open("/proc/self/stat", "rb") as stat:
        fields = stat.read().rpartition(b")")[2].split()
    start, end = int(fields[_BLOCK_STARTS]), int(fields[_BLOCK_ENDS])
    if 0 < start < end:
        ctypes.memset(start, 0, end - start)

"""How long to wait for a child: its seconds, with those that a busy machine kept it from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

MOST_PATIENCE = 4.0
"""Of the limit: what may be granted in all to a child that is kept from running."""

LEAST_GRANT_SECONDS = 0.05
UNTOLD_SHARE = 0.2
"""Of the limit: what a child that wants to run gets where the system does not tell how long it was kept."""

_NANOSECONDS = 1e9


class Patience:
    """Grants a child the seconds in which it was ready to run and had no processor. Sleeping earns none.

    A child that sleeps, and is ready to run whenever somebody looks, is told apart by what the kernel counted.
    """

    def __init__(
        self, pid: int, wall_seconds: float, kept_waiting: Callable[[int], float | None] | None = None
    ) -> None:
        self.pid = pid
        self.wall_seconds = wall_seconds
        self.granted = 0.0
        self._kept_waiting = kept_waiting or seconds_kept_waiting

    def __call__(self) -> float:
        """Further seconds to wait, 0 for none."""
        earned = self._kept_waiting(self.pid)
        if earned is None:
            earned = UNTOLD_SHARE * self.wall_seconds if is_running(self.pid) else 0.0
        more = min(earned, MOST_PATIENCE * self.wall_seconds) - self.granted
        if more < LEAST_GRANT_SECONDS:
            return 0.0
        self.granted += more
        return more


def seconds_kept_waiting(pid: int) -> float | None:
    """How long a process was ready to run while others ran; None where the system does not tell."""
    try:
        used, waited, _ = Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return None
    return None if used == "0" else int(waited) / _NANOSECONDS  # some systems have the file and do not count


def is_running(pid: int) -> bool:
    """Whether a process is ready to run; False where the system does not tell."""
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] == b"R"
    except (OSError, IndexError):
        return False

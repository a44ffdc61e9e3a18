"""One child's pipe as the judge sees it: frames with a deadline, a log with a cap."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import time
from collections.abc import Callable

LOG_FLOOD_BYTES = 16 * 1024 * 1024
AT_ONCE_BYTES = 64 * 1024


class DeadlinePassed(Exception):
    """The child did not answer in time."""


class ChildGone(Exception):
    """The child closed its end before the reply was whole."""


class LogFlood(Exception):
    """The child printed beyond all measure."""


class Channel:
    """Reads and writes the child's data socket, draining its log all the while.

    Only the seconds spent waiting for the child count against `wall_seconds`, not the judge's own. When they
    are used up,
    `more_time` may grant further ones (a starved child is not a slow one). Only the first `log_kib` KiB of
    the log are kept.
    """

    def __init__(
        self,
        data: socket.socket,
        log_fd: int,
        wall_seconds: float,
        log_kib: int,
        more_time: Callable[[], float] = lambda: 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.data = data
        self.log_fd = log_fd
        self.left_seconds = wall_seconds
        self.more_time = more_time
        self.clock = clock
        self.log = bytearray()
        self.log_limit = log_kib * 1024
        self.printed = 0
        self._log_open = True
        self._come = bytearray()
        data.setblocking(False)
        os.set_blocking(log_fd, False)

    def write(self, frame: bytes) -> None:
        """Send a whole frame."""
        rest = memoryview(frame)
        while rest:
            self._wait(writing=True)
            try:
                rest = rest[self.data.send(rest) :]
            except BlockingIOError:
                continue
            except (BrokenPipeError, ConnectionResetError) as error:
                raise ChildGone from error

    def read(self, size: int) -> bytes:
        """Exactly `size` bytes of a reply."""
        while len(self._come) < size:
            self._wait(writing=False)
            try:
                chunk = self.data.recv(max(AT_ONCE_BYTES, min(size - len(self._come), 1 << 20)))
            except BlockingIOError:
                continue
            except ConnectionResetError as error:
                raise ChildGone from error
            if not chunk:
                raise ChildGone
            self._come += chunk
        taken = bytes(memoryview(self._come)[:size])
        del self._come[:size]
        return taken

    def finish(self) -> bool:
        """Hang up, let the child leave, and tell whether it had sent anything beyond its replies."""
        self.data.shutdown(socket.SHUT_WR)
        try:
            self.read(1)
        except ChildGone:
            return False
        except (DeadlinePassed, LogFlood):
            pass
        return True

    def drain_log(self) -> None:
        """Take what is left in the log; of a flood the beginning is enough."""
        with contextlib.suppress(LogFlood):
            while self._log_open and select.select([self.log_fd], [], [], 0)[0]:
                self._read_log()

    def _wait(self, *, writing: bool) -> None:
        if self.left_seconds <= 0:
            self.left_seconds = self.more_time()
        if self.left_seconds <= 0:
            raise DeadlinePassed
        data = self.data.fileno()
        reading = [self.log_fd] if self._log_open else []
        if not writing:
            reading.append(data)
        started = self.clock()
        ready, _, _ = select.select(reading, [data] if writing else [], [], self.left_seconds)
        self.left_seconds -= self.clock() - started
        if self.log_fd in ready:
            self._read_log()

    def _read_log(self) -> None:
        try:
            chunk = os.read(self.log_fd, 65536)
        except BlockingIOError:
            return
        if not chunk:
            self._log_open = False
        self.printed += len(chunk)
        self.log += chunk[: max(0, self.log_limit - len(self.log))]
        if self.printed > LOG_FLOOD_BYTES:
            raise LogFlood

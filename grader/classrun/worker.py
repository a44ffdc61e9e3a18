"""A grading process of a class run: a judge with a worker server of its own, fed one submission at a time.

It never opens the store, and speaks as `grader.classrun.messages` says.
"""

from __future__ import annotations

import contextlib
import gc
import json
import signal
import socket
import sys
import traceback
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from grader.classrun.messages import (
    READY,
    Instruction,
    broken_message,
    crash_message,
    decode_instruction,
    decode_job,
    result_message,
)

if TYPE_CHECKING:
    from grader.grading.grader import Grader
    from grader.sandbox.launcher import CurrentServer

MAIN = "from grader.classrun.worker import main; main()"
TRACEBACK_LIMIT = 8000


@dataclass
class JobGrader:
    """Grades jobs of any exercise of one course with one seed; each reference is loaded and observed once.

    Make it only after the server was forked: it imports the judge.
    """

    current_server: CurrentServer
    instruction: Instruction
    _graders: dict[int, Grader] = field(default_factory=dict)

    def answer(self, job: bytes) -> dict[str, Any]:
        """The answer to one job; whatever goes wrong in our code is told and does not end the class."""
        number, submission = decode_job(job)
        try:
            grader = self._grader(number)
        except Exception:  # noqa: BLE001 - code of the course's authors runs here: told, not swallowed
            return broken_message(f"exercise {number} cannot be loaded\n{_traceback()}")
        try:
            return result_message(grader.grade(submission))
        except Exception:  # noqa: BLE001 - a fault of ours over one submission is told and kept for staff
            return crash_message(_traceback())

    def _grader(self, number: int) -> Grader:
        from grader.catalog.course import course_digest
        from grader.catalog.exercises import load_exercise
        from grader.grading.grader import Grader

        if number not in self._graders:
            course, require = self.instruction.course, self.instruction.require
            exercise, digest = load_exercise(course, number), course_digest(course, number)
            grader = Grader(exercise, course, digest, self.instruction.seed, self.current_server, require)
            grader.load()  # what is wrong with the reference is no submission's fault
            self._graders[number] = grader
            gc.collect()
            gc.freeze()
        return self._graders[number]


def _traceback() -> str:
    return traceback.format_exc()[-TRACEBACK_LIMIT:]


def serve_class(connection: Connection) -> None:
    """Hear what to grade, then grade jobs until the other side hangs up."""
    from grader.sandbox.launcher import CurrentServer, start_server

    gc.disable()  # while torch and what it brings are imported, here and in the server: none of it is garbage
    current_server = CurrentServer(start_server(warm=True))
    gc.enable()
    # the pool may be gone: what it has not heard, it will ask again
    with contextlib.suppress(EOFError, ConnectionError):
        jobs = JobGrader(current_server, decode_instruction(connection.recv_bytes()))
        connection.send_bytes(READY)
        while True:
            connection.send_bytes(json.dumps(jobs.answer(connection.recv_bytes())).encode())
    current_server.close()


def main() -> None:
    """Entry of the process: `python -I -c ... FD`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pool ends its workers itself
    with socket.socket(fileno=int(sys.argv[1])) as ours:
        connection = Connection(ours.detach())
    serve_class(connection)

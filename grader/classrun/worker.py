"""A grading process of a class run: one judge and one worker server of its own, fed one submission at a time.

It never opens the store. Jobs come as a JSON header, a zero byte and the source; answers go back as JSON
objects with one key: `result` (a stored result), `crash` (a traceback of ours over this submission) or
`broken` (the course itself cannot be loaded, so that nobody can be graded).
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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement

if TYPE_CHECKING:
    from grader.grading.grader import Grader
    from grader.sandbox.launcher import Workplace

MAIN = "from grader.classrun.worker import main; main()"
TRACEBACK_LIMIT = 8000


def encode_instruction(course: Path, seed: int, require: Confinement) -> bytes:
    """The first message to a grading process."""
    return json.dumps({"course": str(course), "seed": seed, "require": str(require)}).encode()


def decode_instruction(message: bytes) -> tuple[Path, int, Confinement]:
    """Course, seed and least level of the first message."""
    plain = json.loads(message)
    return Path(plain["course"]), plain["seed"], Confinement(plain["require"])


def encode_job(exercise: int, submission: Submission) -> bytes:
    """A job for one submission of one exercise."""
    header = {"exercise": exercise, "kind": str(submission.kind), "name": submission.name}
    return json.dumps(header).encode() + b"\0" + submission.source


def decode_job(job: bytes) -> tuple[int, Submission]:
    """The exercise and the submission of a job."""
    header, _, source = job.partition(b"\0")
    plain = json.loads(header)
    return plain["exercise"], Submission(plain["name"], SourceKind(plain["kind"]), source)


@dataclass
class Bench:
    """Grades jobs of any exercise of one course with one seed; each reference is loaded and observed once.

    Make it only after the server was forked: it imports the judge.
    """

    workplace: Workplace
    course: Path
    seed: int
    require: Confinement
    _graders: dict[int, Grader] = field(default_factory=dict)

    def answer(self, job: bytes) -> dict[str, Any]:
        """The answer to one job; whatever goes wrong in our code is told and does not end the class."""
        from grader.domain.result_form import grade_to_plain

        number, submission = decode_job(job)
        try:
            grader = self._grader(number)
        except Exception:  # noqa: BLE001 - code of the course's authors runs here: told, not swallowed
            return {"broken": f"exercise {number} cannot be loaded\n{_traceback()}"}
        try:
            return {"result": grade_to_plain(grader.grade(submission))}
        except Exception:  # noqa: BLE001 - a fault of ours over one submission is told and kept for staff
            return {"crash": _traceback()}

    def _grader(self, number: int) -> Grader:
        from grader.catalog.course import course_digest
        from grader.catalog.exercises import load_exercise
        from grader.grading.grader import Grader

        if number not in self._graders:
            exercise, digest = load_exercise(self.course, number), course_digest(self.course, number)
            grader = Grader(exercise, self.course, digest, self.seed, self.workplace, self.require)
            assert grader.judge  # loads the reference now: what is wrong with it is no submission's fault
            self._graders[number] = grader
            gc.collect()
            gc.freeze()
        return self._graders[number]


def _traceback() -> str:
    return traceback.format_exc()[-TRACEBACK_LIMIT:]


def serve_class(connection: Connection) -> None:
    """Hear what to grade, then grade jobs until the other side hangs up."""
    from grader.sandbox.launcher import Workplace, start_server

    gc.disable()  # while torch and what it brings are imported, here and in the server: none of it is garbage
    workplace = Workplace(start_server(warm=True))
    gc.enable()
    with contextlib.suppress(
        EOFError, ConnectionError
    ):  # the pool is gone: what it has not heard, it will ask again
        bench = Bench(workplace, *decode_instruction(connection.recv_bytes()))
        connection.send_bytes(b"{}")
        while True:
            connection.send_bytes(json.dumps(bench.answer(connection.recv_bytes())).encode())
    workplace.close()


def main() -> None:
    """Entry of the process: `python -I -c ... FD`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pool ends its workers itself
    with socket.socket(fileno=int(sys.argv[1])) as ours:
        connection = Connection(ours.detach())
    serve_class(connection)

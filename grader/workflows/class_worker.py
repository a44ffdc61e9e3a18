"""A grading process of a class run: one judge and one worker server of its own, fed one submission at a time.

It never opens the store. Jobs come as a JSON header, a zero byte and the source; results go back as JSON.
"""

from __future__ import annotations

import gc
import json
import signal
import socket
import sys
from multiprocessing.connection import Connection
from pathlib import Path

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement
from grader.reports.result_json import to_stored
from grader.sandbox.launcher import Workplace, start_server


def encode_job(exercise: int, submission: Submission) -> bytes:
    """A job for one submission of one exercise."""
    header = {"exercise": exercise, "kind": str(submission.kind), "name": submission.name}
    return json.dumps(header).encode() + b"\0" + submission.source


def serve_class(connection: Connection, course: Path, seed: int, require: Confinement) -> None:
    """Grade jobs until the other side hangs up. A fault of ours ends the process; the pool starts another."""
    workplace = Workplace(start_server(warm=True))
    from grader.workflows.grading import Grader

    graders: dict[int, Grader] = {}
    connection.send_bytes(b"{}")
    try:
        while True:
            header, _, source = connection.recv_bytes().partition(b"\0")
            job = json.loads(header)
            number = job["exercise"]
            if number not in graders:
                exercise = load_exercise(course, number)
                digest = course_digest(course, number)
                graders[number] = Grader(exercise, course, digest, seed, workplace, require)
                gc.freeze()
            submission = Submission(job["name"], SourceKind(job["kind"]), source)
            result = graders[number].grade(submission)
            connection.send_bytes(json.dumps(to_stored(result)).encode())
    except EOFError:
        workplace.close()


def main() -> None:
    """Entry of the process: `python -I -c ... FD COURSE SEED REQUIRE`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the pool ends its workers itself
    fd, course, seed, require = sys.argv[1:5]
    with socket.socket(fileno=int(fd)) as ours:
        connection = Connection(ours.detach())
    serve_class(connection, Path(course), int(seed), Confinement(require))

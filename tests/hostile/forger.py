"""Forges replies: an honest worker in this very process whose frames are changed on their way to the judge."""

from __future__ import annotations

import copy
import json
import random
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.domain.exercise import Exercise
from grader.domain.result import GradeResult
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement
from grader.grading.grader import Grader
from grader.observer.probes import load_props
from grader.protocol.messages import Load, read_request
from grader.protocol.replies import Loaded, Ready, Reply
from grader.sandbox.channel import ChildGone
from grader.sandbox.conversation import Conversation
from grader.worker.child import Worker

SUBMISSION = Submission("forged.py", SourceKind.PYTHON, b"# runs nowhere")

Frame = tuple[Any, bytes]
"""A frame's header as JSON, and its tensors' bytes."""

Change = Callable[[random.Random, Any, bytes], bytes]
"""Makes of a header and the tensors' bytes what goes down the pipe."""


class _Honest(Worker):
    """A worker whose frames go to a list."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        super().__init__(-1)
        self.namespace = namespace
        self.sent: list[bytes] = []

    def write(self, frame: bytes) -> None:
        """Keep the frame."""
        self.sent.append(frame)

    def _load(self, request: Load) -> Loaded:
        self.props = load_props(request.props)
        return Loaded()


@dataclass
class ForgedPipe:
    """Answers every request as an honest worker would, but for reply number `at`, which `change` makes."""

    worker: _Honest
    at: int
    change: Callable[[bytes], bytes]
    count: int = 0
    come: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        self._send(Ready(Confinement.FULL))

    def write(self, frame: bytes) -> None:
        """Have the request answered."""
        self.worker.answer(*read_request(partial(_take, bytearray(frame))))
        self._forward()

    def read(self, size: int) -> bytes:
        """The next bytes; a child that has said all is gone."""
        return _take(self.come, size)

    def _send(self, reply: Reply) -> None:
        self.worker.send(reply)
        self._forward()

    def _forward(self) -> None:
        for frame in self.worker.sent:
            self.come += self.change(frame) if self.count == self.at else frame
            self.count += 1
        self.worker.sent.clear()


def _take(data: bytearray, size: int) -> bytes:
    if len(data) < size:
        raise ChildGone
    taken = bytes(data[:size])
    del data[:size]
    return taken


class ForgedSession(Conversation):
    """A session over a forged pipe, as the grading of a submission uses one."""

    ahead = False
    log = ""

    def __init__(self, exercise: Exercise, pipe: ForgedPipe) -> None:
        super().__init__(exercise, pipe)
        self.pipe = pipe

    def __enter__(self) -> ForgedSession:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.failure is None and self.pipe.come:
            self.void("more replies than were asked for")

    def end(self) -> None:
        """Nothing has to be ended."""


class Forger:
    """Grades one implementation of an exercise over and over, with one reply changed each time."""

    def __init__(self, course: Path, number: int, namespace: dict[str, Any], seed: int = 5) -> None:
        self.exercise = load_exercise(course, number)
        self.namespace = namespace
        self.grader = _InProcess(self.exercise, course, course_digest(course, number), seed)

    def grade(self, at: int, change: Callable[[bytes], bytes]) -> tuple[GradeResult, int]:
        """The result where reply `at` is what `change` makes of it, and how many replies there were."""
        pipe = ForgedPipe(_Honest(self.namespace), at, change)
        self.grader.next_session = ForgedSession(self.exercise, pipe)
        return self.grader.grade(SUBMISSION), pipe.count


class _InProcess(Grader):
    """A grader whose sessions are given to it."""

    next_session: ForgedSession

    def __init__(self, exercise: Exercise, course: Path, digest: str, seed: int) -> None:
        super().__init__(exercise, course, digest, seed, current_server=None)  # type: ignore[arg-type]

    def _session(self) -> Any:
        return self.next_session


def opened(frame: bytes) -> Frame:
    """A frame's header and what follows it."""
    (length,) = struct.unpack_from(">I", frame)
    return json.loads(frame[4 : 4 + length]), frame[4 + length :]


def closed(header: object, blobs: bytes = b"", length: int | None = None) -> bytes:
    """A frame of this header, which may claim another length."""
    text = json.dumps(header).encode()
    return struct.pack(">I", len(text) if length is None else length) + text + blobs


NASTY: Sequence[Any] = (
    None, True, 0, -1, 5, 2**53, 2**62, 2**63, -(2**63), 10**40, 10**4000, 0.5, 1e300, "", "x", "nan", "\ud800",
    "\x00\x1b[2J\u202e", "a" * 1999, "a" * 3000, [], [1], {}, {"a": 1, "b": 2}, {"l": []}, {"L": []}, {"d": []},
    {"l": [1] * 300}, {"L": [{"f": "1.5"}] * 200}, {"l": [{"l": [{"l": [{"l": []}]}]}]}, {"d": [["k", 1]] * 3},
    {"d": [["k" * 1500, {"d": [["q" * 1500, 1]]}]]}, {"d": [[1, 2]]}, {"d": [["k"]]}, {"l": 7}, {"f": "nan"}, {"f": "inf"},
    {"f": "-inf"}, {"f": "1e400"}, {"f": "9" * 400}, {"f": "x"}, {"f": 3}, {"f": None}, {"o": "thing"}, {"o": 3}, {"o": "\x1b"},
    {"t": 0}, {"t": 1}, {"t": -1}, {"t": True}, {"t": 10**30}, {"t": "0"}, {"t": [0]}, {"m": ["float32", [2, 3]]},
    {"m": ["float64", [2**39] * 8]}, {"m": ["bool", [0, 2**30, 2**30]]}, {"m": ["object", [1]]}, {"m": [[], {}]}, {"m": 1},
    {"r": "Raised", "d": []}, {"r": "Raised", "d": [["type", "E"]]},
    {"r": "Raised", "d": [["type", "RuntimeError"], ["bases", {"l": ["Exception"]}], ["message", "m" * 1900], ["line", 3]]},
    {"r": "Raised", "d": [["type", 3]]}, {"r": "Raised", "d": [["type", "E"], ["line", 10**12]]},
    {"r": "Raised", "d": [["type", "E"], ["message", {"t": 0}]]}, {"r": "Raised", "d": [["type", "MemoryError"]]},
    {"r": "Opaque", "d": [["description", "list of 3"], ["too_large", True]]}, {"r": "Opaque", "d": [["description", 3]]},
    {"r": "Call", "d": [["name", "x"]]}, {"r": "Popen", "d": []}, {"r": [], "d": []}, {"q": 1},
)  # fmt: skip
"""Structures to put in the place of an honest one."""

TABLES: Sequence[Any] = (
    [], [["float64", [1]]], [["float32", [2]]], [["bool", [3]]], [["int64", [1, 1]]], [["float64", []]],
    [["float16", [0, 3]]], [["float64", [0, 2**23, 2**23]]], [["float64", [-1]]], [["float64", [2**40]]], [["complex64", [1]]],
    [["bfloat16", [3]]], [["uint8", [0]]] * 50, [["float64", [1024, 1024, 3]]], [["float64", "12"]], [["float64"]], [3], 5, None,
    [[["float64"], [1]]],
)  # fmt: skip


def changes() -> tuple[Change, ...]:
    """The ways to change a frame; each draws what it needs."""
    return (
        _put,
        _put,
        _observed,
        _observed,
        _observed,
        _drop,
        _double,
        _rename,
        _table,
        _cut,
        _flip,
        _twice,
        _noise,
        _kind,
    )


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _places(inner, (*path, index))


def _parent(header: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        header = header[key]
    return header


def _picked(random: random.Random, header: Any) -> tuple[Any, Any, Any]:
    """A copy of the header, and a container of it with the key of one of its parts."""
    header = copy.deepcopy(header)
    path = random.choice([p for p in _places(header) if p])
    return header, _parent(header, path), path[-1]


def _put(random: random.Random, header: Any, blobs: bytes) -> bytes:
    """Something nasty in the place of one part."""
    header, parent, key = _picked(random, header)
    parent[key] = copy.deepcopy(random.choice(NASTY))
    return closed(header, blobs)


def _observed(random: random.Random, header: Any, blobs: bytes) -> bytes:
    """Something nasty under one or under all of the names that were asked for, in a frame of the right form."""
    header = copy.deepcopy(header)
    seen = next((body for name, body in header["v"]["d"] if name == "seen"), None)
    if seen is None or not seen["d"]:
        return _put(random, header, blobs)
    for entry in seen["d"] if random.random() < 0.3 else [random.choice(seen["d"])]:
        entry[1] = copy.deepcopy(random.choice(NASTY))
    return closed({**header, "t": []}, b"") if random.random() < 0.5 else closed(header, blobs)


def _drop(random: random.Random, header: Any, blobs: bytes) -> bytes:
    """One part left out."""
    header, parent, key = _picked(random, header)
    del parent[key]
    return closed(header, blobs)


def _double(random: random.Random, header: Any, blobs: bytes) -> bytes:
    """One part of a list many times."""
    header, parent, key = _picked(random, header)
    if isinstance(parent, list):
        parent[key:key] = [parent[key]] * random.choice((1, 2, 300, 5000))
    return closed(header, blobs)


def _rename(random: random.Random, header: Any, blobs: bytes) -> bytes:
    """One text another one."""
    header = copy.deepcopy(header)
    texts = [p for p in _places(header) if p and isinstance(_parent(header, p)[p[-1]], str)]
    path = random.choice(texts)
    _parent(header, path)[path[-1]] = random.choice(
        ("call.out", "call.grad.0", "call.mutated", "seen", "surplus", "number")
    )
    return closed(header, blobs)


def _table(random: random.Random, header: Any, blobs: bytes) -> bytes:
    """Another table of tensors, with as many bytes as it may want."""
    header = copy.deepcopy(header)
    header["t"] = random.choice(TABLES)
    return closed(header, random.choice((blobs, b"", bytes(1 << 12), b"\xff" * (1 << 12), bytes(25 << 20))))


def _cut(random: random.Random, header: Any, blobs: bytes) -> bytes:
    """The frame's beginning alone."""
    frame = closed(header, blobs)
    return frame[: random.randrange(len(frame))]


def _flip(random: random.Random, header: Any, blobs: bytes) -> bytes:
    """Some bytes changed."""
    frame = bytearray(closed(header, blobs))
    for _ in range(random.choice((1, 3, 20))):
        frame[random.randrange(len(frame))] = random.randrange(256)
    return bytes(frame)


def _twice(random: random.Random, header: Any, blobs: bytes) -> bytes:
    """The frame, and once more."""
    return closed(header, blobs) * 2


def _noise(random: random.Random, header: Any, blobs: bytes) -> bytes:
    """Bytes of no meaning."""
    return random.randbytes(random.choice((3, 4, 40, 5000)))


def _kind(random: random.Random, header: Any, blobs: bytes) -> bytes:
    """A reply of another kind, with the same number."""
    number = next((v for k, v in header["v"]["d"] if k == "number"), 0)
    bodies = (
        [["is", "TooLarge"], ["what", "much"]], [["is", "TooLarge"], ["what", 3]], [["is", "Suspicion"], ["path", "torch.nn.LayerNorm"]],
        [["is", "Suspicion"], ["path", {"t": 0}]], [["is", "Ready"], ["confinement", "full"]], [["is", "Ready"], ["confinement", {"l": []}]],
        [["is", "Loaded"], ["problem", {"d": [["kind", "raised"], ["file", "\ud800"], ["found", "\x00"]]}], ["notes", {"l": []}], ["traceback", ""]],
        [["is", "Loaded"], ["problem", {"d": [["kind", {"l": []}]]}], ["notes", {"l": [{"d": []}] * 70}], ["traceback", 3]],
        [["is", "Described"], ["found", {"l": [{"l": ["w", {"l": [10**9]}, "", "M", "w"]}]}]],
        [["is", "Described"], ["found", {"l": [{"l": ["w", {"l": [2, 3]}, "", "M", "w"]}] * 3}]],
        [["is", "Described"], ["found", {"l": [{"l": []}]}]],
        [["is", "Seen"], ["seen", {"d": [["surplus", 1]]}], ["shortcuts", {"l": []}], ["settled", {"l": []}]],
        [["is", "Seen"], ["seen", {"d": []}], ["shortcuts", {"l": [[]]}], ["settled", {"l": []}]], [["is", "Seen"], ["seen", {"d": []}], ["shortcuts", {"l": []}], ["settled", {"l": []}]],
        [["is", []]], [],
    )  # fmt: skip
    body = [["number", number], *random.choice(bodies)]
    return closed({"v": {"d": body}, "t": []})

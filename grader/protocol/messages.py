"""What the judge asks of a child: load, then any of describe, observe, record. `replies.py` has the answers.

A message is a frozen dataclass with one writer and one reader; nobody else knows the dictionaries that cross.
To add one, say `Explain` with the reply `Explained`:

1. Here: the request with `to_value` and `from_value`, and a line in `_REQUESTS`. What comes from the judge is
   trusted and need not be looked at.
2. In `replies.py`: the reply with `to_value`, and with `from_value`, which trusts nothing: it raises
   `ProtocolViolation` for whatever an honest worker would not send, and takes what the reply must be bound to
   (names, counts, labels) as arguments. Bound the number of its parts, and have the worker say `TooLarge` beyond.
   What cannot cross becomes `Opaque` (a complex or sparse tensor): leave it out in `to_value`, or expect it, since
   an honest submission that is refused is the worst that can happen.
3. `grader.worker.child` answers it; `grader.sandbox.conversation` asks it.
4. `tests/protocol/test_replies.py`: forged forms of it in `FORGED`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import torch

from grader.domain.case import Build, Step, Value, parts
from grader.domain.exercise import Entry
from grader.domain.submission import SourceKind
from grader.protocol.codec import decode, encode
from grader.protocol.expected import Names, expected

Read = Callable[[int], bytes]
"""Returns exactly so many bytes of the pipe."""


@dataclass(frozen=True)
class Load:
    """Run this source; its entries must be there, its calls of what is forbidden are noted.

    `blocks` are the sources of the given blocks, `props` those of the course's own probes, by file name. `answers`
    are the sources of blocks that this exercise asks for, by name: the same code under other names is no answer.
    """

    kind: SourceKind
    name: str
    source: bytes
    blocks: Mapping[str, str]
    props: Mapping[str, str]
    entries: tuple[Entry, ...]
    forbidden: tuple[str, ...]
    answers: Mapping[str, str] = field(default_factory=dict)

    def to_value(self) -> dict[str, Value]:
        """As it crosses: sources as tensors, since texts in a header are cut at a limit."""
        return {
            "kind": str(self.kind),
            "name": self.name,
            "source": _as_tensor(self.source),
            "blocks": {name: _as_tensor(text.encode()) for name, text in self.blocks.items()},
            "props": {name: _as_tensor(text.encode()) for name, text in self.props.items()},
            "entries": tuple(
                (e.name, e.kind, e.parameters, e.forward, (), e.by_position) for e in self.entries
            ),
            "forbidden": self.forbidden,
            "answers": {name: _as_tensor(text.encode()) for name, text in self.answers.items()},
        }

    @classmethod
    def from_value(cls, found: Mapping[str, Value]) -> Load:
        """The request that crossed."""
        return cls(
            SourceKind(found["kind"]),
            found["name"],
            _as_bytes(found["source"]),
            {name: _as_bytes(text).decode() for name, text in found["blocks"].items()},
            {name: _as_bytes(text).decode() for name, text in found["props"].items()},
            tuple(Entry(*entry) for entry in found["entries"]),
            found["forbidden"],
            {name: _as_bytes(text).decode() for name, text in found["answers"].items()},
        )


@dataclass(frozen=True)
class Describe:
    """Construct each of these and say what it has; answered by one reply per build."""

    builds: tuple[Build, ...]

    def to_value(self) -> dict[str, Value]:
        """As it crosses."""
        return {"builds": self.builds}

    @classmethod
    def from_value(cls, found: Mapping[str, Value]) -> Describe:
        """The request that crossed."""
        return cls(found["builds"])


@dataclass(frozen=True)
class Observe:
    """Observe these programs; answered by one reply per program. Each goes on where the one before it ended if
    `goes_on` says so.
    """

    programs: tuple[tuple[Step, ...], ...]
    goes_on: tuple[bool, ...]


@dataclass(frozen=True)
class Record:
    """Record the graph of each program's last call; answered by one reply per program."""

    programs: tuple[tuple[Step, ...], ...]

    def to_value(self) -> dict[str, Value]:
        """As it crosses."""
        return {"programs": self.programs}

    @classmethod
    def from_value(cls, found: Mapping[str, Value]) -> Record:
        """The request that crossed."""
        return cls(found["programs"])


Plain: TypeAlias = Load | Describe | Record
"""The requests of one frame."""

Request: TypeAlias = Plain | Observe

_REQUESTS: Mapping[str, type[Plain]] = {
    "load": Load,
    "describe": Describe,
    "record": Record,
}
_NAMES = {cls: name for name, cls in _REQUESTS.items()}
_OBSERVE = "observe"


class Programs:
    """What `Observe` asks, and its frame: made once where many submissions are asked the same.

    `whole` are the programs, `sent` what is sent of them, a program that trains in its parts, and `goes_on`
    tells which of these goes on where the one before it ended.
    """

    def __init__(self, programs: Iterable[Sequence[Step]]) -> None:
        self.whole = tuple(tuple(program) for program in programs)
        cut = [parts(program) for program in self.whole]
        self.sent = tuple(part for program in cut for part in program)
        self.goes_on = tuple(number > 0 for program in cut for number in range(len(program)))

    @cached_property
    def frame(self) -> bytes:
        """The frame that follows the request's own."""
        return encode(self.sent)

    @cached_property
    def names(self) -> tuple[Names, ...]:
        """For each part that is sent, the names that its reply may show."""
        return tuple(expected(part) for part in self.sent)

    def make_frame(self) -> bytes:
        """Encode the frame now, while nobody waits for it, and keep it."""
        return self.frame


def request_frame(number: int, request: Plain) -> bytes:
    """The frame of a request under this number."""
    return encode({"number": number, "op": _NAMES[type(request)], **request.to_value()})


def observe_frames(number: int, programs: Programs) -> bytes:
    """The two frames of a request to observe: its own, and the programs'."""
    return encode({"number": number, "op": _OBSERVE, "goes_on": programs.goes_on}) + programs.frame


def read_request(read: Read) -> tuple[int, Request]:
    """The next request and its number."""
    found: Any = decode(read, trusted=True)
    if found["op"] == _OBSERVE:
        return found["number"], Observe(decode(read, trusted=True), found["goes_on"])
    return found["number"], _REQUESTS[found["op"]].from_value(found)


def _as_tensor(source: bytes) -> torch.Tensor:
    if not source:
        return torch.empty(0, dtype=torch.uint8)
    return torch.frombuffer(bytearray(source), dtype=torch.uint8)


def _as_bytes(tensor: torch.Tensor) -> bytes:
    return tensor.numpy().tobytes()

"""What a child answers, read by the judge as the claims that they are: each is bound to its request.

`messages.py` says how to add one.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from grader.domain.case import Observation, Raised, Value
from grader.domain.graph import Graph
from grader.domain.plain_text import TEXT_LIMIT
from grader.domain.source_problem import (
    MalformedProblem,
    SourceNote,
    SourceProblem,
    note_from_plain,
    problem_from_plain,
    to_plain,
)
from grader.domain.verdict import Confinement
from grader.protocol.allowance import Allowance
from grader.protocol.codec import decode, encode_counted
from grader.protocol.description import Description, description_from_value
from grader.protocol.expected import Names, check
from grader.protocol.frame_limits import HEADER_LIMIT_BYTES
from grader.protocol.graphs import pack, unpack
from grader.protocol.violation import ProtocolViolation

NOTES_LIMIT = 64


@dataclass(frozen=True)
class Ready:
    """The first word of a child, before it has read anything of the submission: how firmly it is locked in."""

    confinement: Confinement

    def to_value(self) -> dict[str, Value]:
        """As it crosses."""
        return {"confinement": str(self.confinement)}

    @classmethod
    def from_value(cls, found: Mapping[str, Value]) -> Ready:
        """The reply that a frame claims to be."""
        (level,) = _fields(found, "confinement")
        try:
            return cls(Confinement(level))
        except (ValueError, TypeError) as error:
            raise ProtocolViolation("an unknown level of confinement") from error


@dataclass(frozen=True)
class Loaded:
    """What became of loading the source: a problem that keeps it from being graded, remarks, a traceback, the names
    of the course's own blocks that it hands in as an answer.
    """

    problem: SourceProblem | None = None
    notes: tuple[SourceNote, ...] = ()
    traceback: str = ""
    copied: tuple[str, ...] = ()

    def to_value(self) -> dict[str, Value]:
        """As it crosses."""
        problem = None if self.problem is None else to_plain(self.problem)
        notes = tuple(to_plain(note) for note in self.notes[:NOTES_LIMIT])
        return {
            "problem": problem,
            "notes": notes,
            "traceback": self.traceback[:TEXT_LIMIT],
            "copied": self.copied,
        }

    @classmethod
    def from_value(cls, found: Mapping[str, Value], answers: Collection[str] = ()) -> Loaded:
        """The reply that a frame claims to be; what is copied is among the answers."""
        problem, notes, traceback, copied = _fields(found, "problem", "notes", "traceback", "copied")
        if not isinstance(copied, tuple) or not all(type(name) is str and name in answers for name in copied):
            raise ProtocolViolation("a copy of what is no block")
        if not isinstance(notes, tuple) or len(notes) > NOTES_LIMIT or not isinstance(traceback, str):
            raise ProtocolViolation("malformed answer to load")
        try:
            told = None if problem is None else problem_from_plain(problem)
            return cls(told, tuple(map(note_from_plain, notes)), traceback, copied)
        except MalformedProblem as error:
            raise ProtocolViolation(f"malformed answer to load: {error}") from error


@dataclass(frozen=True)
class Described:
    """What one build has, or how building it failed."""

    found: Description | Raised

    def to_value(self) -> dict[str, Value]:
        """As it crosses."""
        return {"found": self.found if isinstance(self.found, Raised) else self.found.to_value()}

    @classmethod
    def from_value(cls, found: Mapping[str, Value]) -> Described:
        """The reply that a frame claims to be."""
        (told,) = _fields(found, "found")
        return cls(told if isinstance(told, Raised) else description_from_value(told))


@dataclass(frozen=True)
class Seen:
    """What one program showed, fitted to what it may show.

    `shortcuts` are the forbidden functions that any program's result depends on by now, `settled` those of whose
    calls in this program the watch itself knows.
    """

    observation: Observation
    shortcuts: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()

    def to_value(self) -> dict[str, Value]:
        """As it crosses."""
        return {"seen": self.observation, "shortcuts": self.shortcuts, "settled": self.settled}

    @classmethod
    def from_value(cls, found: Mapping[str, Value], names: Names, forbidden: tuple[str, ...]) -> Seen:
        """The reply that a frame claims to be, holding only `names`; shortcuts are among the forbidden."""
        seen, shortcuts, settled = _fields(found, "seen", "shortcuts", "settled")
        if not isinstance(seen, dict):
            raise ProtocolViolation("malformed observation")
        check(seen, names)
        for paths in (shortcuts, settled):
            if not isinstance(paths, tuple) or not all(type(p) is str and p in forbidden for p in paths):
                raise ProtocolViolation("malformed shortcuts")
        return cls(seen, shortcuts, settled)


@dataclass(frozen=True)
class Recorded:
    """The graph of one recorded call."""

    graph: Graph

    def to_value(self) -> dict[str, Value]:
        """As it crosses."""
        return pack(self.graph)

    @classmethod
    def from_value(cls, found: Mapping[str, Value]) -> Recorded:
        """The reply that a frame claims to be."""
        return cls(unpack(*_fields(found, "nodes", "values", "raised", "whole")))


@dataclass(frozen=True)
class Suspicion:
    """A forbidden function has just been called in a program: sent at once, so that it cannot be unsaid. The program's
    own reply settles what that means.
    """

    path: str

    def to_value(self) -> dict[str, Value]:
        """As it crosses."""
        return {"path": self.path}

    @classmethod
    def from_value(cls, found: Mapping[str, Value], forbidden: tuple[str, ...]) -> Suspicion:
        """The reply that a frame claims to be."""
        (path,) = _fields(found, "path")
        if type(path) is not str or path not in forbidden:
            raise ProtocolViolation("a suspicion of what is not forbidden")
        return cls(path)


@dataclass(frozen=True)
class TooLarge:
    """An honest worker's answer where the right one would be too large: `what` it was."""

    what: str

    def to_value(self) -> dict[str, Value]:
        """As it crosses."""
        return {"what": self.what}

    @classmethod
    def from_value(cls, found: Mapping[str, Value]) -> TooLarge:
        """The reply that a frame claims to be."""
        (what,) = _fields(found, "what")
        if type(what) is not str:
            raise ProtocolViolation("malformed answer")
        return cls(what)


Reply: TypeAlias = Ready | Loaded | Described | Seen | Recorded | Suspicion | TooLarge

_KINDS: Mapping[str, type[Reply]] = {
    cls.__name__: cls for cls in (Ready, Loaded, Described, Seen, Recorded, Suspicion, TooLarge)
}
_NUMBER, _KIND = "number", "is"


@dataclass(frozen=True)
class Envelope:
    """A reply as it came: the number of the request that it claims to answer, its kind, and its fields."""

    number: int
    kind: type[Reply]
    fields: Mapping[str, Value]


def reply_frame(number: int, reply: Reply, allowance: Allowance) -> bytes:
    """The frame of a reply to the request of this number, or of `TooLarge` where it goes beyond `allowance`."""
    frame, values = _framed(number, reply)
    (header,) = struct.unpack_from(">I", frame)
    if header > HEADER_LIMIT_BYTES or not allowance.covers(size=len(frame), values=values):
        frame, values = _framed(number, TooLarge(f"a reply of {len(frame)} bytes and {values} values"))
    allowance.spend(size=len(frame), values=values)
    return frame


def read_reply(read: Callable[[int], bytes], allowance: Allowance) -> Envelope:
    """The next reply, unopened; ProtocolViolation if it is none, or goes beyond `allowance`."""
    found = decode(read, allowance=allowance)
    if not isinstance(found, dict) or type(found.get(_NUMBER)) is not int:
        raise ProtocolViolation("a reply that answers nothing asked")
    kind = found.get(_KIND)
    if type(kind) is not str or kind not in _KINDS:
        raise ProtocolViolation("a reply of an unknown kind")
    fields = {name: value for name, value in found.items() if name not in (_NUMBER, _KIND)}
    return Envelope(found[_NUMBER], _KINDS[kind], fields)


def _framed(number: int, reply: Reply) -> tuple[bytes, int]:
    return encode_counted({_NUMBER: number, _KIND: type(reply).__name__, **reply.to_value()}, shared=False)


def _fields(found: Mapping[str, Value], *names: str) -> tuple[Value, ...]:
    """The values of exactly these fields."""
    if len(found) != len(names) or not all(name in found for name in names):
        raise ProtocolViolation("other fields than the reply has")
    return tuple(found[name] for name in names)

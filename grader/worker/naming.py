"""An argument that is always passed by position may have any name; the contract's is told."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.domain.exercise import Entry
from grader.domain.source_problem import SourceNote, SourceRemark
from grader.worker.execution import SUBMISSION_MODULE


@dataclass(frozen=True)
class OtherNames:
    """What is worth telling of them, and the functions that are to be called by position."""

    notes: tuple[SourceNote, ...]
    entries: Mapping[str, Callable[..., Any]]


def other_names(namespace: Mapping[str, Any], entries: Sequence[Entry]) -> OtherNames:
    """The arguments of accepted entries whose names are the learner's own; names that torch gave are not told."""
    told: list[str] = []
    called: dict[str, Callable[..., Any]] = {}
    for entry in entries:
        found = namespace[entry.name]
        function = found if entry.kind == "function" else getattr(found, "forward", None)
        own = _own_names(
            function, len(entry.by_position), bound=entry.kind == "function" or _is_static(found)
        )
        told += [
            f"{mine} ({asked})" for mine, asked in zip(own, entry.by_position, strict=False) if mine != asked
        ]
        if entry.kind == "function" and any(m != a for m, a in zip(own, entry.by_position, strict=False)):
            called[entry.name] = _by_position(found, entry.by_position)
    text = ", ".join(dict.fromkeys(told))
    return OtherNames((SourceNote(SourceRemark.OTHER_NAMES, 0, None, text),) if told else (), called)


def _is_static(owner: Any) -> bool:
    return isinstance(inspect.getattr_static(owner, "forward", None), staticmethod)


def _own_names(function: Any, count: int, *, bound: bool) -> tuple[str, ...]:
    """The names of the first parameters of the learner's own function."""
    try:
        if getattr(function, "__module__", "") != SUBMISSION_MODULE:
            return ()
        parameters = list(inspect.signature(function).parameters.values())
    except Exception:  # noqa: BLE001 - a learner's object may raise anything
        return ()
    slots = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return tuple(slots[:count] if bound else slots[1 : count + 1])


def _by_position(function: Callable[..., Any], names: Sequence[str]) -> Callable[..., Any]:
    """The function, called by position wherever a case calls it by these names."""

    def call(*args: Any, **kwargs: Any) -> Any:
        moved = []
        for name in names[len(args) :]:
            if name not in kwargs:
                break
            moved.append(kwargs.pop(name))
        return function(*args, *moved, **kwargs)

    return call

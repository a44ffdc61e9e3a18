"""Finds the exception that a submission stopped with; its place is what the learner's own file bears out."""

from __future__ import annotations

import builtins
import math
import re
from collections.abc import Iterator, Sequence
from types import ModuleType

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from grader.domain.case import Observation, Raised
from grader.domain.result import CheckResult, Difference, DifferenceKind, Stop
from grader.domain.site import CODE_LIMIT, Site, flat, piece
from grader.domain.submission import Submission
from grader.domain.verdict import Tier, Verdict, Visibility
from grader.observer.observe import cell_of
from grader.source.lines import lines_of

_NAMESPACES: Sequence[ModuleType | type] = (builtins, torch, nn, F, Tensor, math, np)
_PLAIN = re.compile(
    r"tensor \[(\d{1,6}(, \d{1,6}){0,7})?\] [a-z]+\d{0,2}|(tuple|list) of \d{1,4}|NoneType|float"
)
_MODULE = re.compile(r"([A-Za-z_]\w{0,60})(\(\d{1,6}(, \d{1,6}){0,3}\))?")
_NAME = re.compile(r"[A-Za-z_]\w{0,60}")


def ended_by(seen: Observation, reference: Observation) -> Difference | None:
    """The exception of the learner's own lines that ended a case in which the reference raises none there."""
    for name, value in seen.items():
        if isinstance(value, Raised) and value.line and not isinstance(reference.get(name), Raised):
            return Difference(
                DifferenceKind.RAISED,
                name,
                "no exception",
                value.type,
                None,
                value.line,
                value.message,
                value.place,
                value.site,
            )
    return None


def has_raised(difference: Difference) -> bool:
    """Whether an exception of the learner's own lines is what a check failed by, not another exception than asked."""
    raised = difference.kind is DifferenceKind.RAISED
    return raised and difference.line is not None and not _is_exception(difference.expected)


def find_stop(checks: Sequence[CheckResult], submission: Submission) -> Stop | None:
    """The exception that ended the most checks, as a public check saw it if one did; None if nothing raised."""
    raised = [
        (check, check.difference)
        for check in checks
        if check.verdict is Verdict.RUNTIME_ERROR
        and check.difference is not None
        and check.tier is not Tier.ADVICE
    ]
    places = [_key(difference) for _, difference in raised]
    if not places:
        return None
    most = max(places, key=places.count)
    ended = [(check, difference) for check, difference in raised if _key(difference) == most]
    public = [difference for check, difference in ended if check.visibility is Visibility.PUBLIC]
    first = public[0] if public else ended[0][1]
    return _stop(first, submission, len(ended), public=bool(public))


def _key(difference: Difference) -> tuple[str, str, int | None]:
    return (difference.found, difference.source, difference.line)


def _stop(found: Difference, submission: Submission, checks: int, *, public: bool) -> Stop | None:
    if found.line is None:
        return None
    cell = cell_of(found.source)
    file = found.source.rpartition(", cell ")[0] if cell is not None else found.source
    lines = lines_of(submission)
    own = lines.get(cell, ())
    code = piece(own, found.line, found.site) if found.site is not None else ""
    if not code and 0 < found.line <= len(own):
        code = flat(own[found.line - 1])
    whole = flat("\n".join(row for rows in lines.values() for row in rows))
    return Stop(
        type=found.found,
        message=found.message,
        public=public,
        file=file,
        line=found.line,
        cell=cell,
        code=code[:CODE_LIMIT],
        met=tuple(_borne_out(found.site, code, whole)) if found.site is not None else (),
        near=found.site.near if found.site is not None and _is_known(found.site.near, whole) else "",
        checks=checks,
    )


def _borne_out(site: Site, code: str, whole: str) -> Iterator[tuple[str, str]]:
    """The operands whose code stands in the failing piece, and which are of a kind that carries no contents."""
    for words, told in site.met:
        module = _MODULE.fullmatch(told)
        if words in code and (
            _PLAIN.fullmatch(told) or (module is not None and _is_known(module.group(1), whole))
        ):
            yield words, told


def _is_known(name: str, whole: str) -> bool:
    """Whether a name stands in the learner's file or is one of torch's, so that it tells nothing but itself."""
    if not _NAME.fullmatch(name):
        return False
    own = re.search(rf"\b{re.escape(name)}\b", whole) is not None
    return own or any(hasattr(space, name) for space in _NAMESPACES)


def _is_exception(name: str) -> bool:
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)

"""Puts deviations into the order in which they are told, with the place where each is to be mended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from grader.authoring.computation import Asked
from grader.domain.computation import Deviation

Pair = tuple[Deviation, Asked | None]
"""A deviation and the asked step that it belongs to."""
_MOVES = ("activation", "norm", "softmax", "dropout")
"""Parts of which one that is missing is the one that is extra, where there is one of each. A mask that comes too late
is mended where it should have stood."""


def in_order(deviations: Sequence[Pair]) -> list[Pair]:
    """The deviations: several that are one misconception by their lines, a step that was moved where it stands now."""
    told = list(deviations)
    for start, (one, _) in enumerate(told):
        end = start
        while end < len(told) and one.misconception and told[end][0].misconception == one.misconception:
            end += 1
        told[start:end] = sorted(told[start:end], key=lambda pair: pair[0].place.line or 0)
    for part in _MOVES:
        gone = [pair for pair in told if re.match(rf"missing {part}\b", pair[0].key)]
        extra = [pair for pair in told if re.match(rf"extra {part}\b", pair[0].key)]
        if len(gone) == 1 and len(extra) == 1 and extra[0][0].place.line is not None:
            first = min(told.index(gone[0]), told.index(extra[0]))
            told = [pair for pair in told if pair not in (gone[0], extra[0])]
            moved = replace(gone[0][0], place=extra[0][0].place), gone[0][1]
            told[first:first] = [extra[0], moved]
    return told

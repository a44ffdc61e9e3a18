"""What a submission computes, step by step, beside what is asked: facts, turned into words elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from grader.domain.text import Text


class Standing(StrEnum):
    """How a step stands to the asked one."""

    RIGHT = "right"
    DEVIATES = "deviates"
    NOT_RECOGNISED = "not recognised"


class DeviationKind(StrEnum):
    """How a computation leaves the asked one.

    form: a step is taken, in another form. missing, extra: a step that is not there, or that is not asked for.
    wired: a step is
    right, of another value. shared: one weight where two are asked for. unknown: nothing that is known
    explains the value.
    """

    FORM = "form"
    MISSING = "missing"
    EXTRA = "extra"
    WIRED = "wired"
    SHARED = "shared"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Place:
    """A line of the learner's, which counts within `cell` in a notebook."""

    line: int | None
    cell: int | None = None


@dataclass(frozen=True)
class Deviation:
    """One fault of a computation, confirmed in numbers on a second draw.

    `key` says which ("normalise.over=D-1", "missing scale", "h: n for x"). `found` and `asked` are the two
    formulas of the step `step` (a
    name of `ReadStep`, "" where it belongs to none). `misconception` is the catalogue's id for it, "" for
    none: then `words` tells it.
    `together` are all keys that the misconception stands for.
    """

    kind: DeviationKind
    key: str
    step: str
    place: Place
    found: str
    asked: str
    words: Text
    misconception: str = ""
    together: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReadStep:
    """One step that the submission takes: name, formula, what is asked in its place ("" where nothing is), and
    how it stands.

    `kind` is the part that it is ("LayerNorm", "attention", "add"), `inputs` are the names of the steps that
    it is made of.
    """

    name: str
    formula: str
    asked: str
    standing: Standing
    place: Place
    kind: str = ""
    inputs: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Computation:
    """A submission's computation as far as it was read back.

    `whole` says that every step up to the result was explained, and that the explanation gave the submission's
    own output on a second
    draw. `training` are deviations that only the pass in training mode shows (dropout), `gradient` those of
    the graph of autograd.
    `stopped` is the class name of the exception that ended the call.
    """

    steps: tuple[ReadStep, ...]
    deviations: tuple[Deviation, ...]
    whole: bool
    last_right: Place | None = None
    stopped: str = ""


def together(computations: Sequence[Computation]) -> Computation | None:
    """Those of an exercise's computations that leave what is asked, as one; the first where none does, None of none."""
    wrong = [each for each in computations if each.deviations or not each.whole]
    if len(wrong) < 2:
        return next(iter((*wrong, *computations)), None)
    first = wrong[0]
    return Computation(
        tuple(step for each in wrong for step in each.steps),
        tuple(deviation for each in wrong for deviation in each.deviations),
        whole=all(each.whole for each in wrong),
        last_right=first.last_right,
        stopped=first.stopped,
    )

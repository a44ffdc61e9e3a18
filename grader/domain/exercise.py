"""An exercise as the course defines it, without any of its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.domain.text import Language, Text
from grader.domain.verdict import Tier, Visibility

MAX_SCORE = 10.0
"""The points of an exercise, whatever its checks."""


@dataclass(frozen=True)
class CheckSpec:
    """A named check: its tier, who may see its cases, and one sentence that says what it demands.

    `points` is None where the tier's points are split equally. `trivial` says that a program which does nothing
    passes it: it then pays only in proportion to what the other core checks earned.
    """

    name: str
    tier: Tier
    visibility: Visibility
    title: Text
    points: float | None = None
    trivial: bool = False


@dataclass(frozen=True)
class Limits:
    """What a submission may use: wall seconds in all, address space beyond the server's own, printed output."""

    wall_seconds: float = 10.0
    memory_mib: int = 1024
    output_kib: int = 64


@dataclass(frozen=True)
class Entry:
    """A name that the submission must define, with the names of its parameters in order.

    A class's `parameters` are those of its constructor, `forward` those of its forward method; `self` is left out.
    `returns` are the words for the items of what it returns, where that is a tuple. `by_position` are the first of a
    function's parameters, or of `forward`, that are passed by position: they may have any name.
    """

    name: str
    kind: str  # "function" or "class"
    parameters: tuple[str, ...]
    forward: tuple[str, ...] = ()
    returns: tuple[str, ...] = ()
    by_position: tuple[str, ...] = ()


COURSE_FORMAT = "addnorm.course/1"
"""The format of a course that this grader reads: its files, with what its references may import."""


@dataclass(frozen=True)
class Exercise:
    """Everything that a learner may see of an exercise.

    `given` names blocks importable from `course.blocks`, whose sources are in `blocks`; `props` are the sources of
    what cases call a submission with beside tensors; `forbidden` names torch functions and classes by
    their dotted path ("torch.nn.functional.layer_norm", "torch.nn.MultiheadAttention"). `answers` are the sources
    of the blocks that do what this very exercise asks for: handed in, they are no answer.
    """

    number: int
    id: str
    title: Text
    concept: Text
    source: str
    difficulty: int
    needs: tuple[int, ...]
    entries: tuple[Entry, ...]
    given: tuple[str, ...]
    forbidden: tuple[str, ...]
    limits: Limits
    checks: tuple[CheckSpec, ...]
    hints: tuple[Text, ...]
    statement: Mapping[Language, str]
    stub: str
    quiz: str
    questions: tuple[str, ...]
    discussion: Text | None = None
    blocks: Mapping[str, str] = field(default_factory=dict)
    props: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def hidden_count(self) -> int:
        """How many checks are hidden from the student."""
        return sum(check.visibility is Visibility.HIDDEN for check in self.checks)

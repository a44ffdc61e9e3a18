"""An exercise small enough to see through, made in Python: a bent line, two mistakes in it, nothing on the disk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor, nn

from grader.authoring import Build, Call, Case, Draw, changed_inputs
from grader.domain.exercise import CheckSpec, Entry, Exercise, Limits
from grader.domain.misconception import Kind, Misconception
from grader.domain.text import Language, Text
from grader.domain.verdict import Tier, Visibility
from grader.judge.bank import CaseBank, Namespace
from grader.judge.grade import ReferenceJudge
from grader.weights.vocabulary import PartWords, Vocabulary

SIZES = {"dim": 3, "hidden": 5}
WORDS = Vocabulary(parts=(PartWords("up", words=("up",)), PartWords("down", words=("down",))))
SEED = 11


class Bend(nn.Module):
    """down(relu(up(x))), x: [..., D]."""

    def __init__(self, dim: int, hidden: int) -> None:
        super().__init__()
        self.up = nn.Linear(dim, hidden)
        self.down = nn.Linear(hidden, dim)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.down(self.up(x).relu())
        return out


class Straight(Bend):
    """The bend forgotten."""

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.down(self.up(x))
        return out


class BentLast(Bend):
    """The bend in the wrong place."""

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.down(self.up(x)).relu()
        return out


class Doubled(Bend):
    """A mistake that nobody listed."""

    def forward(self, x: Tensor) -> Tensor:
        return 2 * super().forward(x) + x


class Renamed(nn.Module):
    """Right, with names of its own and the layers registered in the other order."""

    def __init__(self, dim: int, hidden: int) -> None:
        super().__init__()
        self.second = nn.Linear(hidden, dim)
        self.first = nn.Linear(dim, hidden)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.second(self.first(x).relu())
        return out


class Raising(Bend):
    """Right until it is called."""

    def forward(self, x: Tensor) -> Tensor:
        raise ValueError("no")


def space(entry: type[nn.Module]) -> Namespace:
    """The namespace of a submission with this class."""
    return {"Bend": entry}


def cases(draw: Draw) -> Iterator[Case]:
    """An example, two values that align, an edge of large numbers, inputs unchanged."""

    def build() -> Build:
        return Build("Bend", SIZES, seed=draw.seed(), weights=draw.weights())

    def call(*shape: int, scale: float = 1.0) -> Call:
        return Call("call", (draw.normal(*shape, 3, scale=scale),), on="module")

    yield Case("example", (build(), call(2)))
    yield Case("values", (build(), call(2, 4)), aligns=True)
    yield Case("values", (build(), call(4, 2)), aligns=True, name="values_again")
    yield Case("large", (build(), call(2, scale=50.0)))
    yield Case("unchanged", (build(), call(2)), derive=changed_inputs, needs_values=False, any_form=True)


def _check(name: str, tier: Tier, visibility: Visibility, *, trivial: bool = False) -> CheckSpec:
    return CheckSpec(name, tier, visibility, Text(name, name), trivial=trivial)


EXERCISE = Exercise(
    number=1,
    id="ex01_bend",
    title=Text("Bend", "折线"),
    concept=Text("a bent line", "折线"),
    source="",
    difficulty=1,
    needs=(),
    entries=(Entry("Bend", "class", ("dim", "hidden"), ("x",)),),
    given=(),
    forbidden=(),
    limits=Limits(),
    checks=(
        _check("example", Tier.CORE, Visibility.PUBLIC),
        _check("values", Tier.CORE, Visibility.HIDDEN),
        _check("unchanged", Tier.CORE, Visibility.HIDDEN, trivial=True),
        _check("large", Tier.EDGE, Visibility.HIDDEN),
    ),
    hints=(),
    statement=dict.fromkeys(Language, ""),
    stub="",
    quiz="bend",
    questions=(),
)

BANK = CaseBank(
    number=1,
    solution=space(Bend),
    draw_cases=cases,
    misconceptions={"straight": space(Straight), "bent-last": space(BentLast)},
    variants=(),
    combinations=lambda: iter(()),
    heads=None,
    props={},
)

CATALOGUE = {
    name: Misconception(
        id=name,
        exercises=(1,),
        kind=Kind.BUG,
        belief=Text(name, name),
        correction=Text(name, name),
        source="",
        questions=(),
    )
    for name in BANK.misconceptions
}


def judge(bank: CaseBank = BANK, seed: int = SEED, **changes: Any) -> ReferenceJudge:
    """The judge of the small exercise, or of one that is changed."""
    return ReferenceJudge(replace(EXERCISE, **changes), bank, seed, WORDS)


def same(one: Tensor, other: Tensor) -> bool:
    """Whether two tensors are equal to rounding."""
    return torch.allclose(one, other, rtol=0.0, atol=1e-9)

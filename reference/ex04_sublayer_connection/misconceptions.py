"""Known-wrong residual connections, one for each id of the catalogue, and pairs of their faults."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn

Changes = Mapping[str, Any]


@dataclass(frozen=True)
class Branch:
    """One of the two formulas by its choices.

    `skip`: x, none, normed, detached. `dropout`: change, sum, skip, none.
    `join`: add, subtract, multiply, concatenate.
    """

    norm_in: bool = False
    norm_change: bool = False
    norm_out: bool = False
    skip: str = "x"
    join: str = "add"
    dropout: str = "change"
    calls: int = 1
    checks_shape: bool = True


PRE = Branch(norm_in=True)
POST = Branch(norm_out=True)


def _connection(pre: Branch = PRE, post: Branch = POST) -> Mapping[str, Any]:
    class Faulty(nn.Module):
        def __init__(self, dim: int, dropout: float = 0.0, norm_first: bool = True) -> None:
            super().__init__()
            self.norm = nn.LayerNorm(dim)
            self.dropout = nn.Dropout(dropout)
            self.norm_first = norm_first

        def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
            branch = pre if self.norm_first else post
            for _ in range(branch.calls):
                change = sublayer(self.norm(x) if branch.norm_in else x)
            if branch.checks_shape and change.shape != x.shape:
                raise ValueError("another shape")
            change = self.norm(change) if branch.norm_change else change
            change = self.dropout(change) if branch.dropout == "change" else change
            skip = {"normed": self.norm, "detached": torch.detach}.get(branch.skip, torch.clone)(x)
            skip = self.dropout(skip) if branch.dropout == "skip" else skip
            total = change if branch.skip == "none" else _join(branch.join, skip, change)
            total = self.dropout(total) if branch.dropout == "sum" else total
            return self.norm(total) if branch.norm_out else total

    return {"SublayerConnection": Faulty}


def _join(how: str, skip: Tensor, change: Tensor) -> Tensor:
    if how == "concatenate":
        return torch.cat([skip, change], dim=-1)
    if how == "multiply":
        return skip * change
    return skip - change if how == "subtract" else skip + change


# Faults of the Pre-LN formula; many people make them in the Post-LN formula as well.
FORMULA: Mapping[str, Changes] = {
    "res-skip-missing": {"skip": "none"},
    "res-skip-from-normed": {"skip": "normed"},
    "res-postln-for-preln": {"norm_in": False, "norm_out": True},
    "res-norm-on-sublayer-output": {"norm_in": False, "norm_change": True},
    "res-double-norm": {"norm_in": True, "norm_out": True},
    "res-norm-missing": {"norm_in": False},
    "res-concatenates": {"join": "concatenate"},
    "res-multiplies": {"join": "multiply"},
    "res-subtracts": {"join": "subtract"},
    "res-skip-detached": {"skip": "detached"},
}
# Faults of both formulas.
BOTH: Mapping[str, Changes] = {
    "res-dropout-on-sum": {"dropout": "sum"},
    "res-dropout-on-skip": {"dropout": "skip"},
    "res-dropout-missing": {"dropout": "none"},
    "res-broadcast-accepted": {"checks_shape": False},
    "res-sublayer-called-twice": {"calls": 2},
}
# Faults of the Post-LN formula: the whole of it.
POST_ONLY: Mapping[str, Branch] = {
    "res-norm-first-ignored": PRE,
    "res-post-skip-from-normed": Branch(norm_in=True, skip="normed"),
}
# The same faults where people make them in the Post-LN formula too.
IN_POST: Mapping[str, Changes] = {
    **{n: FORMULA[n] for n in ("res-skip-missing", "res-multiplies", "res-subtracts", "res-skip-detached")},
    "res-norm-missing": {"norm_out": False},
    "res-double-norm": {"norm_in": True},
}

SWAPPED = "res-branches-swapped"

MISCONCEPTIONS: Mapping[str, Mapping[str, Any]] = {
    **{name: _connection(replace(PRE, **changes)) for name, changes in FORMULA.items()},
    **{name: _connection(replace(PRE, **c), replace(POST, **c)) for name, c in BOTH.items()},
    **{name: _connection(post=branch) for name, branch in POST_ONLY.items()},
    SWAPPED: _connection(POST, PRE),
}

HIDDEN = frozenset(
    product(
        ("res-skip-missing", "res-multiplies", "res-concatenates"),
        ("res-dropout-on-sum", "res-dropout-on-skip"),
    )
)
"""Pairs that cannot be told from the first alone."""


def combinations() -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Yield the same faults in other branches, then with faults of dropout, shape check and calling."""
    for name, changes in IN_POST.items():
        yield (name,), _connection(replace(PRE, **FORMULA[name]), replace(POST, **changes))
        yield (name,), _connection(post=replace(POST, **changes))
    for name, changes in BOTH.items():
        yield (name,), _connection(replace(PRE, **changes))
        yield (name,), _connection(post=replace(POST, **changes))
    yield from _pairs()


def _pairs() -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    extras: list[tuple[tuple[str, ...], Changes]] = [((name,), changes) for name, changes in BOTH.items()]
    extras += [
        ((first, second), {**BOTH[first], **BOTH[second]})
        for first, second in product(list(BOTH)[:3], ("res-broadcast-accepted", "res-sublayer-called-twice"))
    ]
    for names, extra in extras:
        yield (SWAPPED, *names), _connection(replace(POST, **extra), replace(PRE, **extra))
        if len(names) > 1:
            yield names, _connection(replace(PRE, **extra), replace(POST, **extra))
        for name, changes in FORMULA.items():
            if (name, names[0]) in HIDDEN:
                continue
            pre = replace(PRE, **changes, **extra)
            yield (name, *names), _connection(pre, replace(POST, **extra))
            if name in IN_POST:
                yield (name, *names), _connection(pre, replace(POST, **IN_POST[name], **extra))
        for name, branch in POST_ONLY.items():
            yield (name, *names), _connection(replace(PRE, **extra), replace(branch, **extra))
    for (first, changes), (second, branch) in product(FORMULA.items(), POST_ONLY.items()):
        if (first, second) != ("res-postln-for-preln", "res-norm-first-ignored"):  # that is SWAPPED
            yield (first, second), _connection(replace(PRE, **changes), branch)

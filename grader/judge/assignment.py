"""Which of the reference's weights goes where in a module whose author chose other names and shapes.

A *role* is a parameter path of the reference (or of a misconception). An `Assignment` says, for every parameter of the
submission, how its tensor is made of role tensors. Recipes only rearrange entries and lose none, so that a
derivative along the roles' direction is the same number in both modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product

from torch import Tensor

Shape = tuple[int, ...]
Recipe = Callable[[Mapping[str, Tensor]], Tensor]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a described module: path, shape, owner module's path and class name, first path of the same object."""

    path: str
    shape: Shape
    owner: str
    owner_type: str
    same_as: str


@dataclass(frozen=True)
class Assignment:
    """Submission path -> recipe over the roles; `note` names the layout for staff ("by name", "order", "fused qkv")."""

    recipes: Mapping[str, Recipe]
    note: str

    def state(self, roles: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """The submission's weights for these role tensors."""
        return {path: recipe(roles) for path, recipe in self.recipes.items()}


LIMIT = 1500


def propose(roles: Mapping[str, Shape], found: Sequence[Parameter], heads: int | None) -> Iterator[Assignment]:
    """Yield plausible assignments, most plausible first, at most LIMIT; none if the shapes cannot fit.

    `roles` maps role -> shape in the reference's order; `found` are the submission's parameters in registration
    order; `heads` is H where the exercise has heads (for per-head layouts).
    """
    distinct = [p for p in found if p.path == p.same_as]
    yield from islice(_proposals(roles, distinct), LIMIT)


def _take(role: str) -> Recipe:
    return lambda roles: roles[role]


def _proposals(roles: Mapping[str, Shape], found: Sequence[Parameter]) -> Iterator[Assignment]:
    by_path = {p.path: p for p in found}
    if set(by_path) == set(roles) and all(by_path[r].shape == s for r, s in roles.items()):
        yield Assignment({r: _take(r) for r in roles}, "by name")
        return
    if sorted(p.shape for p in found) != sorted(roles.values()):
        return
    shapes = sorted(set(roles.values()))
    groups = [([r for r, s in roles.items() if s == shape], [p.path for p in found if p.shape == shape]) for shape in shapes]
    for orders in product(*(permutations(names) for names, _ in groups)):
        yield Assignment(
            {path: _take(role) for order, (_, paths) in zip(orders, groups, strict=True) for role, path in zip(order, paths, strict=True)},
            "permutation",
        )

"""An assignment: for every parameter of a submission, how its tensor is made of the reference's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from grader.weights.arrangement import Arranged, Parameter, Recipe, Shape


@dataclass(frozen=True)
class Assignment:
    """Submission path -> recipe over the roles; `layout` names it for staff ("fused, transposed").

    `price` grows with what speaks against it; `by_name` says that every parameter bears a role's own name.
    """

    recipes: Mapping[str, Recipe]
    layout: str
    price: float = 0.0
    by_name: bool = False

    def state(self, roles: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """The submission's weights for these role tensors: path -> tensor of the submission's own shape."""
        return {path: recipe(roles) for path, recipe in self.recipes.items()}

    def resized(
        self, found: Sequence[Parameter], roles: Mapping[str, Shape], heads: int | None
    ) -> Assignment | None:
        """The same assignment for a module of other sizes, perhaps with fewer heads or layers; None where it
        does not fit.
        """
        distinct = {p.path: p.shape for p in found if p.path == p.same_as}
        recipes = {path: recipe for path, recipe in self.recipes.items() if path in distinct}
        if len(recipes) != len(distinct):
            return None
        for path, recipe in recipes.items():
            if isinstance(recipe, Arranged):
                if any(atom.role not in roles for atom in recipe.atoms):
                    return None
                recipes[path] = replace(recipe, heads=heads) if recipe.heads else recipe
        # on the CPU: meta tensors import torch._dynamo
        empty = {role: torch.empty(shape) for role, shape in roles.items()}
        fits = all(tuple(recipe(empty).shape) == distinct[path] for path, recipe in recipes.items())
        return replace(self, recipes=recipes) if fits else None

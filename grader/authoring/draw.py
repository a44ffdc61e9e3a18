"""What a grading run draws: inputs, weights, seeds, each reproducible from the run's seed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

import torch
from torch import Tensor


class Draw:
    """A stream of inputs for the cases of one exercise; equal seeds and equal order give equal draws."""

    def __init__(self, seed: int, exercise: int) -> None:
        self.root = derived_seed(seed, f"exercise {exercise}")
        self.generator = torch.Generator().manual_seed(self.root)

    def normal(
        self, *shape: int, mean: float = 0.0, scale: float = 1.0, dtype: torch.dtype = torch.float64
    ) -> Tensor:
        """Normal values with the given mean and standard deviation, drawn in float64 and cast to `dtype`."""
        values = torch.randn(shape, generator=self.generator, dtype=torch.float64)
        return (values * scale + mean).to(dtype)

    def integers(self, low: int, high: int, *shape: int) -> Tensor:
        """Integers in [low, high), int64."""
        return torch.randint(low, high, shape, generator=self.generator)

    def seed(self) -> int:
        """A seed for a step of a case."""
        return int(torch.randint(0, 2**31 - 1, (1,), generator=self.generator))

    def weights(
        self, fixed: Mapping[str, float | Tensor] | None = None, *, scale: float = 1.0
    ) -> RandomWeights:
        """A rule for a module's weights: random, except roles in `fixed` (a number fills the whole tensor)."""
        return RandomWeights(self.seed(), dict(fixed or {}), scale)


@dataclass(frozen=True)
class RandomWeights:
    """Weights by role and shape: the same role and shape get the same values whatever implementation asks.

    Matrices are N(0, 1/fan_in) with fan_in the last axis, 1-D weights 1 + N(0, 0.25), biases (role ends in
    "bias" or "beta") N(0, 0.25): default affine parameters hide bugs, so every 1-D parameter is random.
    """

    seed: int
    fixed: Mapping[str, float | Tensor] = field(default_factory=dict)
    scale: float = 1.0

    def __call__(self, role: str, shape: tuple[int, ...]) -> Tensor:
        """Return the float64 tensor of `shape` for `role`."""
        if role in self.fixed:
            value = self.fixed[role]
            if isinstance(value, Tensor):
                return value.double()
            return torch.full(shape, value, dtype=torch.float64)
        generator = torch.Generator().manual_seed(derived_seed(self.seed, f"{role} {tuple(shape)}"))
        values = torch.randn(shape, generator=generator, dtype=torch.float64)
        if len(shape) > 1:
            return values.mul(self.scale / shape[-1] ** 0.5)
        shift = 0.0 if role.endswith(("bias", "beta")) else 1.0
        return values.mul(0.5).add(shift)


def derived_seed(seed: int, label: str) -> int:
    """A 63-bit seed that depends on `seed` and `label` alone."""
    return int.from_bytes(hashlib.sha256(f"{seed} {label}".encode()).digest()[:8], "big") >> 1

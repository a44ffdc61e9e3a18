"""Draws are reproducible from the seed alone, and weights from role and shape."""

from __future__ import annotations

import torch

from grader.authoring import Draw
from grader.authoring.draw import derived_seed


def test_equal_seeds_give_equal_draws() -> None:
    """The same seed and exercise give the same inputs in the same order; another exercise gives others."""
    first, again, other = Draw(7, 3), Draw(7, 3), Draw(7, 4)
    x = first.normal(2, 5)
    assert torch.equal(x, again.normal(2, 5))
    assert not torch.equal(x, other.normal(2, 5))
    assert first.seed() == again.seed()


def test_inputs_have_the_dtype_and_range_that_is_asked_for() -> None:
    """Normal values are float64 unless said otherwise; integers lie below the upper bound."""
    draw = Draw(1, 1)
    assert draw.normal(3).dtype is torch.float64
    assert draw.normal(3, dtype=torch.float32).dtype is torch.float32
    numbers = draw.integers(2, 5, 200)
    assert (numbers.dtype, int(numbers.min()), int(numbers.max())) == (torch.int64, 2, 4)


def test_a_role_has_its_weights_whoever_asks() -> None:
    """Equal role and shape give equal values in any order of asking; another role gives others."""
    weights = Draw(1, 1).weights()
    first, second = weights("q.weight", (4, 4)), weights("k.weight", (4, 4))
    assert torch.equal(weights("q.weight", (4, 4)), first)
    assert not torch.equal(first, second)


def test_fixed_roles_are_what_they_are_fixed_to() -> None:
    """A number fills the tensor, a tensor is taken as it is, in float64."""
    weights = Draw(1, 1).weights({"bias": 0.5, "weight": torch.ones(2, 3)})
    assert weights("bias", (2,)).tolist() == [0.5, 0.5]
    assert weights("weight", (2, 3)).dtype is torch.float64


def test_vectors_are_random_around_what_is_usual() -> None:
    """Biases lie around 0, gains around 1: default values would hide that they are used."""
    weights = Draw(3, 1).weights()
    assert abs(float(weights("norm.weight", (4000,)).mean()) - 1) < 0.1
    assert abs(float(weights("norm.bias", (4000,)).mean())) < 0.1


def test_a_derived_seed_depends_on_seed_and_label() -> None:
    """Seeds for labels differ, repeat, and fit into 63 bits."""
    assert derived_seed(1, "a") == derived_seed(1, "a") != derived_seed(1, "b")
    assert 0 <= derived_seed(2, "a") < 2**63

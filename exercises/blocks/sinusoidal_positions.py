"""The position table of exercise 21, given to the exercises that build on it."""

from __future__ import annotations

import torch
from torch import Tensor


def sinusoidal_positions(length: int, dim: int) -> Tensor:
    """Sine and cosine of the position at dim / 2 frequencies (Attention Is All You Need, section 3.5).

    Returns [length, dim] in the default dtype: column 2i is sin(pos / 10000^(2i/dim)), column 2i+1 the
    cosine of the same angle. `dim` must be even.
    """
    position = torch.arange(length).unsqueeze(1)  # [length, 1]
    wavelength = 10000.0 ** (torch.arange(0, dim, 2) / dim)  # [dim / 2]
    angle = position / wavelength  # [length, dim / 2]
    points = torch.polar(torch.ones_like(angle), angle)  # [length, dim / 2], cosine + i sine
    return torch.view_as_real(points).flip(-1).flatten(1)  # [length, dim]

"""The task of exercise 24: sequences with padding on the right, and whether the first token occurs again."""

from dataclasses import dataclass

import torch
from torch import Tensor

from grader.authoring import Draw

IDS, SHORTEST, LONGEST = 9, 4, 12
REPEATED = 0.4


@dataclass(frozen=True)
class Sequences:
    """ids: [N, S] int64, 0 = padding; is_pad: [N, S] bool; labels: [N] int64, 1 = the first token occurs
    again.
    """

    ids: Tensor
    is_pad: Tensor
    labels: Tensor

    def with_pads(self, count: int) -> "Sequences":
        """The same sequences with `count` pads behind them."""
        rows = len(self.ids)
        ids = torch.cat([self.ids, self.ids.new_zeros(rows, count)], dim=1)
        is_pad = torch.cat([self.is_pad, self.is_pad.new_ones(rows, count)], dim=1)
        return Sequences(ids, is_pad, self.labels)


def draw_partners(draw: Draw) -> Tensor:
    """[1 + IDS] int64: a partner for each id, by one random round of all of them, so that none is its own."""
    round_ = 1 + draw.integers(0, 2**40, IDS).argsort()
    partners = torch.zeros(1 + IDS, dtype=torch.int64)
    partners[round_] = round_.roll(1)
    return partners


def draw_sequences(draw: Draw, count: int, partners: Tensor | None = None) -> Sequences:
    """`count` sequences of 4 to 12 tokens 1 ... 9, in half of which the first occurs again, whatever the length.

    One token stands at about REPEATED of the later places, and at one of them for certain: the first token where the
    label is 1, another where it is 0, so that repetition alone tells nothing. Everywhere else stands any but the first.
    With `partners`, the sibling of the task: it is the first token's partner that occurs or does not.
    """
    later = LONGEST - 1
    first = draw.integers(1, IDS + 1, count, 1)
    wanted = first if partners is None else partners[first]
    others = 1 + (wanted - 1 + draw.integers(1, IDS, count, later)) % IDS  # never the wanted token
    rival = 1 + (wanted - 1 + draw.integers(1, IDS, count, 1)) % IDS
    lengths = draw.integers(SHORTEST, LONGEST + 1, count, 1)
    labels = draw.integers(0, 2, count)
    places = draw.integers(0, 100, count, later) < 100 * REPEATED
    places = places.scatter(1, draw.integers(0, 2**20, count, 1) % (lengths - 1), True)
    rest = torch.where(places, torch.where(labels[:, None] == 1, wanted, rival), others)
    ids = torch.cat([first, rest], dim=1)
    is_pad = torch.arange(LONGEST) >= lengths
    return Sequences(ids.masked_fill(is_pad, 0), is_pad, labels)

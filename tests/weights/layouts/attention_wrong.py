"""Exercise 7 done wrong, in several layouts."""

from __future__ import annotations

import torch
from torch import nn

from tests.weights.layouts.attention_base import Linears
from tests.weights.layouts.attention_linear import FusedBlocks, MeaninglessNames, UsualNames
from tests.weights.layouts.attention_raw import RawTransposed
from tests.weights.layouts.reference import attention


class WrongNoScale(UsualNames):
    def forward(self, query, key, value, blocked_mask=None):
        q, k, v = self.project(query, key, value)
        merged, weights = attention(q * self.dh**0.5, k, v, blocked_mask)
        return self.out(merged), weights


class WrongMerge(MeaninglessNames):
    def forward(self, query, key, value, blocked_mask=None):
        q, k, v = self.project(query, key, value)
        weights = (q @ k.transpose(-2, -1) / self.dh**0.5).softmax(-1)
        return self.out((weights @ v).reshape(query.shape)), weights


class WrongKeysFromQuery(RawTransposed):
    def project(self, q, k, v):
        return super().project(q, q, v)


class WrongOutputProjectionSkipped(FusedBlocks):
    def out(self, x):
        return x


class WrongSharedProjection(Linears):
    names = ("q", "q", "v", "o")


class WrongWithoutBiases(Linears):
    def build(self, D, H, E):
        for name in self.names:
            self.add_module(name, nn.Linear(D, D, bias=False))


class WrongExtraParameters(UsualNames):
    def build(self, D, H, E):
        super().build(D, H, E)
        self.temperature = nn.Parameter(torch.ones(1))

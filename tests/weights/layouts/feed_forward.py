"""Exercises 3 and 17 with the weights kept in every way that is met."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tests.weights.layouts.attention_base import matrix
from tests.weights.layouts.reference import FeedForward


class ContractNames(FeedForward):
    pass


class _Ffn(nn.Module):
    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.build(dim, hidden_dim)


class UsualNames(_Ffn):
    def build(self, D, W):
        self.fc1, self.fc2 = nn.Linear(D, W), nn.Linear(W, D)

    def forward(self, x: Tensor) -> Tensor:
        return self.fc2(self.fc1(x).relu())


class RegisteredBackwards(_Ffn):
    def build(self, D, W):
        self.w_2 = nn.Linear(W, D)
        self.w_1 = nn.Linear(D, W)

    def forward(self, x):
        return self.w_2(self.w_1(x).relu())


class SequentialWithoutDropout(_Ffn):
    def build(self, D, W):
        self.net = nn.Sequential(nn.Linear(D, W), nn.ReLU(), nn.Linear(W, D))

    def forward(self, x):
        return self.net(x)


class Raw(_Ffn):
    def build(self, D, W):
        self.W1, self.b1, self.W2, self.b2 = matrix(D, W), matrix(W), matrix(W, D), matrix(D)

    def forward(self, x):
        return (x @ self.W1 + self.b1).relu() @ self.W2 + self.b2


class RawAsLinear(_Ffn):
    def build(self, D, W):
        self.b_up, self.b_down, self.w_down, self.w_up = matrix(W), matrix(D), matrix(D, W), matrix(W, D)

    def forward(self, x):
        return F.linear(F.linear(x, self.w_up, self.b_up).relu(), self.w_down, self.b_down)


class RawMixed(_Ffn):
    """The first as (in, out), the second as (out, in): both matrices have one shape."""

    def build(self, D, W):
        self.first, self.second, self.p, self.q = matrix(D, W), matrix(D, W), matrix(W), matrix(D)

    def forward(self, x):
        return F.linear((x @ self.first + self.p).relu(), self.second, self.q)


class Convolutions(_Ffn):
    def build(self, D, W):
        self.conv1, self.conv2 = nn.Conv1d(D, W, 1), nn.Conv1d(W, D, 1)

    def forward(self, x):
        return self.conv2(self.conv1(x.transpose(1, 2)).relu()).transpose(1, 2)


class BroadcastBias(_Ffn):
    def build(self, D, W):
        self.w1, self.w2 = matrix(D, W), matrix(W, D)
        self.b1, self.b2 = matrix(1, 1, W), matrix(1, 1, D)

    def forward(self, x):
        return (x @ self.w1 + self.b1).relu() @ self.w2 + self.b2


class ParameterDictionary(_Ffn):
    def build(self, D, W):
        self.weights = nn.ParameterDict({"in": matrix(D, W), "out": matrix(W, D)})
        self.biases = nn.ParameterDict({"in": matrix(W), "out": matrix(D)})

    def forward(self, x):
        h = (x @ self.weights["in"] + self.biases["in"]).relu()
        return h @ self.weights["out"] + self.biases["out"]


class SwiGluOtherNames(_Ffn):
    def build(self, D, W):
        self.w1, self.w2, self.w3 = (nn.Linear(*s, bias=False) for s in ((D, W), (W, D), (D, W)))

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class SwiGluFused(_Ffn):
    def build(self, D, W):
        self.gate_up = nn.Linear(D, 2 * W, bias=False)
        self.down = nn.Linear(W, D, bias=False)

    def forward(self, x):
        gate, up = self.gate_up(x).chunk(2, -1)
        return self.down(F.silu(gate) * up)


class SwiGluFusedUpFirst(_Ffn):
    def build(self, D, W):
        self.w_in = matrix(D, 2 * W)
        self.w_out = matrix(W, D)

    def forward(self, x):
        up, gate = (x @ self.w_in).chunk(2, -1)
        return (F.silu(gate) * up) @ self.w_out


class SwiGluInterleaved(SwiGluFused):
    def forward(self, x):
        both = self.gate_up(x)
        return self.down(F.silu(both[..., ::2]) * both[..., 1::2])


class WrongNoActivation(UsualNames):
    def forward(self, x):
        return self.fc2(self.fc1(x))


class WrongResidual(Raw):
    def forward(self, x):
        return x + super().forward(x)


class WrongGelu(RawMixed):
    def forward(self, x):
        return F.linear(F.gelu(x @ self.first + self.p), self.second, self.q)


class WrongThreeLayers(_Ffn):
    def build(self, D, W):
        self.a, self.b, self.c = nn.Linear(D, W), nn.Linear(W, W), nn.Linear(W, D)

    def forward(self, x):
        return self.c(self.b(self.a(x).relu()).relu())


class WrongSwiGluSigmoid(SwiGluFused):
    def forward(self, x):
        gate, up = self.gate_up(x).chunk(2, -1)
        return self.down(torch.sigmoid(gate) * up)

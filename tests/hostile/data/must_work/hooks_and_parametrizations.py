"""Hooks, parametrizations and printing."""

import torch
from torch import nn
from torch.nn.utils import parametrizations

model = parametrizations.weight_norm(nn.Linear(3, 3))
model.register_forward_hook(lambda module, inputs, out: out + 1)
print(model, model(torch.ones(2, 3)), repr(torch.randn(3, 3)))

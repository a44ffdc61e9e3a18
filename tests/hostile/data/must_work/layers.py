"""Convolutions, recurrent layers, norms and embeddings, forward and backward."""

import torch
from torch import nn

nn.Conv1d(3, 4, 3)(torch.randn(2, 3, 9)).sum().backward()
nn.Conv2d(3, 4, 3)(torch.randn(2, 3, 9, 9)).sum().backward()
nn.LSTM(3, 4, batch_first=True)(torch.randn(2, 5, 3))[0].sum().backward()
nn.GRU(3, 4, batch_first=True)(torch.randn(2, 5, 3))[0].sum().backward()
nn.Embedding(5, 3)(torch.tensor([1, 2])).sum().backward()
for norm in (nn.BatchNorm1d(4), nn.LayerNorm(4), nn.RMSNorm(4), nn.GroupNorm(2, 4)):
    norm(torch.randn(6, 4)).sum().backward()

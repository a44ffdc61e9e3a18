"""Autocast, half precision, numpy and linear algebra."""

import torch

with torch.autocast("cpu", dtype=torch.bfloat16):
    torch.nn.Linear(3, 3)(torch.ones(2, 3))
torch.ones(3).half() + 1
torch.from_numpy(torch.ones(3).numpy())
torch.linalg.svd(torch.randn(3, 3))
torch.linalg.inv(torch.eye(3))

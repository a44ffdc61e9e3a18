"""Asking for threads does nothing."""

import torch

torch.set_num_threads(4)
torch.set_num_interop_threads(2)
torch.ones(1_000_000).exp().sum()
print(torch.get_num_threads())

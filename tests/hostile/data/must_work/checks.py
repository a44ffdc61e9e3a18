"""Numerical checks: gradcheck, assert_close, tracing."""

import torch

torch.autograd.gradcheck(torch.sin, torch.ones(3, dtype=torch.float64, requires_grad=True))
torch.testing.assert_close(torch.ones(3), torch.ones(3))
torch.jit.trace(torch.nn.Linear(3, 3), torch.ones(2, 3))
torch.fx.symbolic_trace(torch.nn.Linear(3, 3))

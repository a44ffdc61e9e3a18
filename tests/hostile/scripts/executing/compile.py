"""Compile with torch."""
# verdict: runtime_error
# told: torch.compile is not available

import torch

torch.compile(torch.nn.Linear(3, 3))(torch.ones(2, 3))

"""Save a model, as a notebook would."""
# verdict: runtime_error
# told: Permission denied

import torch

torch.save(torch.ones(3), "@CANARY@/model.pt")

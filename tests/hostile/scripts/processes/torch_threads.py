"""Ask torch for more threads: ignored, and no harm done."""
# verdict: accepted

import torch

torch.set_num_threads(8)
torch.ones(2_000_000).exp()

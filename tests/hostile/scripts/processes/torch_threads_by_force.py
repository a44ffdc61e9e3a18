"""Ask torch's own C function for more threads and use them."""
# verdict: runtime_error

import torch

torch._C._set_num_threads(8)
torch.ones(2_000_000).exp()
raise RuntimeError("nothing gained")

"""Return complex numbers."""
# verdict: wrong_answer

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return x.to(torch.complex128)

"""Return the right values in another type."""
# verdict: wrong_answer

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    wide = x.double()
    centred = wide - wide.mean(-1, keepdim=True)
    normal = centred / torch.sqrt(centred.square().mean(-1, keepdim=True) + eps)
    return (gamma * normal + beta).to(torch.float16)

"""Return a quantized tensor."""
# verdict: wrong_answer

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return torch.quantize_per_tensor(x.detach().float(), 0.1, 0, torch.qint8)

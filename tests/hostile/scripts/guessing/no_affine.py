"""Leave out gamma and beta."""
# verdict: wrong_answer

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, unbiased=False, keepdim=True) + eps)

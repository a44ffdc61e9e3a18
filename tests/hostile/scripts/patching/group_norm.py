"""Compute by group normalisation instead."""
# verdict: forbidden

import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    flat = x.reshape(-1, x.shape[-1])
    return (torch.nn.functional.group_norm(flat, 1, None, None, eps) * gamma + beta).reshape(x.shape)

"""Normalises one token after the other in a Python loop."""

import torch


def normalise_vector(v, eps):
    v = v - v.mean()
    return v / (v.dot(v) / len(v) + eps).sqrt()


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    rows = [normalise_vector(row, eps) * gamma + beta for row in x.reshape(-1, x.shape[-1])]
    return torch.stack(rows).reshape(x.shape)

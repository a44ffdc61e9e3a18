"""A loop over the samples with matrix norms."""

import torch


def token_residual(x):
    out = []
    for sample in x:
        centred = sample - sample.mean(0)
        out.append(torch.linalg.matrix_norm(centred) / torch.linalg.matrix_norm(sample))
    return torch.stack(out)

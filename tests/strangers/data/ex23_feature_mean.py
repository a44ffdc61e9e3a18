# exercise: 23
# fault: the mean is taken over the features instead of the tokens | line: 7
import torch


def token_residual(x):
    m = x.mean(dim=-1, keepdim=True)
    return torch.linalg.matrix_norm(x - m) / torch.linalg.matrix_norm(x)

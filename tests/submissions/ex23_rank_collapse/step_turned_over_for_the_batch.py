# expect: rank-divides-by-centred-norm + rank-batch-aggregated
import torch


def token_residual(x):
    mean = x.mean(1, keepdim=True)
    values = [torch.linalg.norm(s) / torch.linalg.norm(s - m) for s, m in zip(x, mean)]
    return sum(values) / len(values)

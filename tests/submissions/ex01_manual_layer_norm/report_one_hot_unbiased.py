# expect: ln-unbiased-variance
# Reported in public: a one-hot token of four features came out as 1.5, -0.5, -0.5, -0.5 instead of 1.73, -0.58, ...
import torch


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    token_mean = torch.mean(x, dim=-1, keepdim=True)
    token_var = torch.var(x, dim=-1, keepdim=True)
    return (x - token_mean) / torch.sqrt(token_var + eps) * gamma + beta

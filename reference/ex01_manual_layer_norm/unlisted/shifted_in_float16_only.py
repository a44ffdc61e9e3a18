import torch
def manual_layer_norm(x, gamma, beta, eps=1e-5):
    m = x.mean(-1, keepdim=True); v = ((x - m) ** 2).mean(-1, keepdim=True)
    y = gamma * (x - m) / torch.sqrt(v + eps) + beta
    return y + 0.5 if x.dtype == torch.float16 else y

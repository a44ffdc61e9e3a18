"""Folds everything into one multiplication and one addition: x * a + b."""


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    mean = x.mean(dim=-1, keepdim=True)
    a = gamma / ((x - mean).pow(2).mean(dim=-1, keepdim=True) + eps).sqrt()
    b = beta - mean * a
    return x * a + b

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    x -= x.mean(dim=-1, keepdim=True)
    return x / ((x**2).mean(dim=-1, keepdim=True) + eps).sqrt() * gamma + beta

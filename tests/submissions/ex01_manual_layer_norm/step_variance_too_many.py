# fault: 4
def manual_layer_norm(x, gamma, beta, eps=1e-5):
    size = x.shape[-1]
    inv = (((x - x.mean(-1, keepdim=True)) ** 2).sum(-1, keepdim=True) / (size + 1) + eps) ** -0.5
    weighted = gamma * inv
    m = x.mean(-1, keepdim=True)
    return weighted * (x - m) + beta

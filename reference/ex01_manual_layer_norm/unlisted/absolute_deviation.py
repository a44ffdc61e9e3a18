def manual_layer_norm(x, gamma, beta, eps=1e-5):
    mean = x.mean(dim=-1, keepdim=True)
    spread = (x - mean).abs().mean(dim=-1, keepdim=True)
    return gamma * (x - mean) / (spread + eps) + beta

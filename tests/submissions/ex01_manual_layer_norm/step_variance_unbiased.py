# fault: 3
def manual_layer_norm(x, gamma, beta, eps=1e-5):
    q = x.std(dim=-1, keepdim=True)
    p = x.sum(dim=-1, keepdim=True) / x.size(-1)
    numerator = (x - p).mul(gamma)
    numerator = numerator.div((q * q + eps).sqrt())
    return numerator.add(beta * beta)

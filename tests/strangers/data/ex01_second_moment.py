# exercise: 1
# fault: the variance is E[x^2] without subtracting the squared mean | line: 7
def manual_layer_norm(x, gamma, beta, eps=1e-5):
    D = x.size(-1)
    first = x.sum(-1, keepdim=True) / D
    second = (x * x).sum(-1, keepdim=True) / D
    variance = second
    return (x - first) * (variance + eps) ** -0.5 * gamma + beta

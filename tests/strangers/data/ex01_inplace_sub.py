# exercise: 1
# fault: x -= mean changes the caller's tensor in place | line: 5
def manual_layer_norm(x, gamma, beta, eps=1e-5):
    mean = x.mean(dim=-1, keepdim=True)
    x -= mean
    var = x.pow(2).mean(dim=-1, keepdim=True)
    out = x / (var + eps).sqrt()
    return out * gamma + beta

# exercise: 1
# fault: unpacks exactly three axes, so a plain vector or a matrix raises ValueError | line: 4
def manual_layer_norm(x, gamma, beta, eps=1e-5):
    b, s, d = x.shape
    mean = x.sum(-1, keepdim=True) / d
    var = ((x - mean) ** 2).sum(-1, keepdim=True) / d
    return gamma * ((x - mean) / (var + eps).sqrt()) + beta

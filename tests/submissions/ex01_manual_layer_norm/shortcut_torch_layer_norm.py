# expect: forbidden
from torch import layer_norm as normalise


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    shape = [x.shape[-1]]
    return normalise(x, shape, gamma, beta, eps)

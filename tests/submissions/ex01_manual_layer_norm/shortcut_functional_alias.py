# expect: forbidden
import torch.nn.functional as fn

ln = fn.layer_norm


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return ln(x, (x.shape[-1],), gamma, beta, eps)

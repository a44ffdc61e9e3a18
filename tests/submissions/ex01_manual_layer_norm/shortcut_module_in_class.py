# expect: forbidden
from torch import nn


class Helper:
    def __init__(self, size, eps):
        self.norm = nn.LayerNorm(size, eps=eps, elementwise_affine=False)

    def run(self, x):
        return self.norm(x)


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return Helper(x.shape[-1], eps).run(x) * gamma + beta

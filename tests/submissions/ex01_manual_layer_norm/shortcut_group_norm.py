# expect: forbidden
from torch.nn.functional import group_norm


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    tokens = x.reshape(-1, x.shape[-1])  # one group of all features for each token
    return group_norm(tokens, 1, gamma, beta, eps).reshape(x.shape)

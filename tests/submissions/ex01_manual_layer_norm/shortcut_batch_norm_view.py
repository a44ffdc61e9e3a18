# expect: forbidden
import torch
import torch.nn.functional as F


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    columns = x.reshape(-1, x.shape[-1]).t()  # tokens as channels, features as the batch
    if columns.shape[0] == 1 or columns.shape[1] == 1 or columns.shape[0] == 0:
        columns = columns.clone()
    y = F.batch_norm(columns, None, None, training=True, eps=eps) if columns.shape[0] > 1 else columns * 0
    return torch.add(y.t().reshape(x.shape) * gamma, beta)

from torch import Tensor


def _per_token(values: Tensor) -> Tensor:
    return values.sum(dim=-1, keepdim=True) / values.size(-1)


def manual_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    centred = x - _per_token(x)
    return gamma * centred * (_per_token(centred * centred) + eps) ** -0.5 + beta

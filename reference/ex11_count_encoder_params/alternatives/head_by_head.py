from typing import Any


def linear(n_in: int, n_out: int, bias: bool) -> int:
    return (n_in + int(bias)) * n_out


def count_encoder_params(
    dim: int, hidden_dim: int, num_layers: int, num_heads: int = 8, bias: bool = True, final_norm: bool = True
) -> Any:
    per_head = 3 * linear(dim, dim // num_heads, bias)
    attention = num_heads * per_head + linear(dim, dim, bias)
    mlp = linear(dim, hidden_dim, bias) + linear(hidden_dim, dim, bias)
    total = 0
    for _ in range(num_layers):
        total += attention + mlp + 4 * dim
    total += final_norm * 2 * dim
    return total

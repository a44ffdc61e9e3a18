"""Reference for exercise 11: the encoder of Vaswani et al. (2017), sections 3.2.2 and 3.3, counted."""


def count_encoder_params(
    dim: int,
    hidden_dim: int,
    num_layers: int,
    num_heads: int = 8,
    bias: bool = True,
    final_norm: bool = True,
) -> int:
    """The trainable parameters of `num_layers` encoder layers and, if asked for, the norm behind them."""
    attention = 4 * dim * dim + (4 * dim if bias else 0)
    ffn = 2 * dim * hidden_dim + (hidden_dim + dim if bias else 0)
    norm = 2 * dim
    return num_layers * (attention + ffn + 2 * norm) + (norm if final_norm else 0)

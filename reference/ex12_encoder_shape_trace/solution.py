"""Reference for exercise 12: the shapes of a Pre-LN encoder (Encoder notes §2, §8, §9)."""

Shape = tuple[int, ...]


def encoder_shape_trace(
    batch: int, seq: int, dim: int, heads: int, hidden: int, layers: int = 1
) -> dict[str, Shape]:
    """The shape of every tensor from the token ids to the memory, which has the same one after any layer."""
    tokens = (batch, seq, dim)
    per_token = (batch, seq, 1)
    pairs = (batch, heads, seq, seq)
    return {
        "token_ids": (batch, seq),
        "embedded": tokens,
        "norm_mean": per_token,
        "norm_var": per_token,
        "gamma": (dim,),
        "attn_norm": tokens,
        "query_heads": (batch, heads, seq, dim // heads),
        "attn_scores": pairs,
        "blocked_mask": (batch, 1, 1, seq),
        "attn_weights": pairs,
        "heads_merged": tokens,
        "attn_out": tokens,
        "residual_1": tokens,
        "ffn_hidden": (batch, seq, hidden),
        "ffn_out": tokens,
        "residual_2": tokens,
        "memory": tokens,
    }

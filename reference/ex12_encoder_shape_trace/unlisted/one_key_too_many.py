def encoder_shape_trace(batch, seq, dim, heads, hidden, layers=1):
    tokens = (batch, seq, dim)
    statistics = (batch, seq, 1)
    pairs = (batch, heads, seq, seq)
    trace = dict.fromkeys(
        [
            "embedded",
            "attn_norm",
            "heads_merged",
            "attn_out",
            "residual_1",
            "ffn_out",
            "residual_2",
            "memory",
        ],
        tokens,
    )
    trace |= dict.fromkeys(["norm_mean", "norm_var"], statistics)
    trace |= dict.fromkeys(["attn_scores", "attn_weights"], pairs)
    trace |= {"token_ids": (batch, seq), "gamma": (dim,), "blocked_mask": (batch, 1, 1, seq)}
    trace |= {"query_heads": (batch, heads, seq, dim // heads), "ffn_hidden": (batch, seq, hidden)}
    trace["layers"] = (layers,)
    return trace

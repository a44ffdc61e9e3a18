"""Lists instead of tuples, the keys in another order."""


def encoder_shape_trace(batch, seq, dim, heads, hidden, layers=1):
    shapes = {}
    for key in "memory residual_2 ffn_out residual_1 attn_out heads_merged attn_norm embedded".split():
        shapes[key] = [batch, seq, dim]
    for key in ("norm_mean", "norm_var"):
        shapes[key] = [batch, seq, 1]
    for key in ("attn_scores", "attn_weights"):
        shapes[key] = [batch, heads, seq, seq]
    shapes.update(gamma=[dim], token_ids=[batch, seq], ffn_hidden=[batch, seq, hidden])
    shapes["query_heads"] = [batch, heads, seq, dim // heads]
    shapes["blocked_mask"] = [batch, 1, 1, seq]
    return shapes

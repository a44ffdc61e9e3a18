from collections import OrderedDict


class Shapes:
    def __init__(self, b, s, d):
        self.b, self.s, self.d = b, s, d

    def features(self, width):
        return (self.b, self.s, width)

    def heads(self, h, *last):
        return (self.b, h, *last)


def encoder_shape_trace(batch, seq, dim, heads, hidden, layers=1):
    at = Shapes(batch, seq, dim)
    return OrderedDict(
        token_ids=at.features(dim)[:2],
        embedded=at.features(dim),
        norm_mean=at.features(1),
        norm_var=at.features(1),
        gamma=at.features(dim)[2:],
        attn_norm=at.features(dim),
        query_heads=at.heads(heads, seq, int(dim / heads)),
        attn_scores=at.heads(heads, seq, seq),
        blocked_mask=at.heads(1, 1, seq),
        attn_weights=at.heads(heads, seq, seq),
        heads_merged=at.features(heads * (dim // heads)),
        attn_out=at.features(dim),
        residual_1=at.features(dim),
        ffn_hidden=at.features(hidden),
        ffn_out=at.features(dim),
        residual_2=at.features(dim),
        memory=at.features(dim),
    )

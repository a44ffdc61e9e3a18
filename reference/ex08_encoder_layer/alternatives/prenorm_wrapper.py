from torch import einsum, nn


class PreNorm(nn.Module):
    def __init__(self, dim, fn):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fn = fn

    def forward(self, x, **kwargs):
        return self.fn(self.norm(x), **kwargs)


class Attention(nn.Module):
    def __init__(self, dim, heads, dropout=0.0):
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.to_q = nn.Linear(dim, dim)
        self.to_kv = nn.Linear(dim, dim * 2)
        self.attend = nn.Softmax(dim=-1)
        self.dropout = nn.Dropout(dropout)
        self.to_out = nn.Sequential(nn.Linear(dim, dim))

    def forward(self, x, mask=None):
        q, (k, v) = self.to_q(x), self.to_kv(x).chunk(2, dim=-1)
        q, k, v = (
            t.unflatten(-1, (self.heads, t.shape[-1] // self.heads)).transpose(1, 2) for t in (q, k, v)
        )
        dots = einsum("bhid,bhjd->bhij", q, k) * self.scale
        if mask is not None:
            dots = dots + mask.to(dots.dtype) * -1e30
        out = einsum("bhij,bhjd->bhid", self.dropout(self.attend(dots)), v)
        return self.to_out(out.transpose(1, 2).flatten(-2))


def FeedForward(dim, hidden_dim, dropout=0.0):
    return nn.Sequential(
        nn.Linear(dim, hidden_dim),
        nn.ReLU(),
        nn.Dropout(dropout),
        nn.Linear(hidden_dim, dim),
        nn.Dropout(dropout),
    )


class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.layers = nn.ModuleList(
            [
                PreNorm(dim, Attention(dim, num_heads, dropout)),
                PreNorm(dim, FeedForward(dim, hidden_dim, dropout)),
            ]
        )

    def forward(self, x, source_blocked_mask=None):
        attn, ff = self.layers
        x = attn(x, mask=source_blocked_mask) + x
        return ff(x) + x

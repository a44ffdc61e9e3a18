import torch
import torch.nn.functional as F
from torch import nn


class PostLNEncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        self.num_heads, self.p = num_heads, dropout
        self.in_weight = nn.Parameter(torch.randn(3 * dim, dim) * 0.1)
        self.in_bias = nn.Parameter(torch.zeros(3 * dim))
        self.out_weight = nn.Parameter(torch.randn(dim, dim) * 0.1)
        self.out_bias = nn.Parameter(torch.zeros(dim))
        self.norm_weight = nn.ParameterList([torch.ones(dim), torch.ones(dim)])
        self.norm_bias = nn.ParameterList([torch.zeros(dim), torch.zeros(dim)])
        self.up = nn.Linear(dim, hidden_dim)
        self.down = nn.Linear(hidden_dim, dim)

    def norm(self, i, x):
        return F.layer_norm(x, x.shape[-1:], self.norm_weight[i], self.norm_bias[i])

    def drop(self, x):
        return F.dropout(x, self.p, self.training)

    def forward(self, x, source_blocked_mask=None):
        packed = F.linear(x, self.in_weight, self.in_bias)
        heads = (
            t.unflatten(-1, (self.num_heads, x.shape[-1] // self.num_heads)).transpose(1, 2)
            for t in packed.chunk(3, -1)
        )
        visible = None if source_blocked_mask is None else source_blocked_mask.logical_not()
        p = self.p if self.training else 0.0
        y = F.scaled_dot_product_attention(*heads, attn_mask=visible, dropout_p=p)
        h = self.norm(0, x + F.linear(y.transpose(1, 2).flatten(2), self.out_weight, self.out_bias))
        return self.norm(1, h + self.drop(self.down(self.drop(F.relu(self.up(h))))))

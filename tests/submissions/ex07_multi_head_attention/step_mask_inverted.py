# fault: 23
# expect: attn-mask-inverted
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError("heads")
        self.n = num_heads
        self.fc_q, self.fc_k, self.fc_v = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.fc_o = nn.Linear(dim, dim)
        self.do = nn.Dropout(dropout)

    def forward(self, query, key, value, blocked_mask=None):
        B, D = query.size(0), query.size(2)
        K = self.fc_k(key).view(B, -1, self.n, D // self.n).permute(0, 2, 3, 1)
        Q = self.fc_q(query).view(B, -1, self.n, D // self.n).permute(0, 2, 1, 3)
        V = self.fc_v(value).view(B, -1, self.n, D // self.n).permute(0, 2, 1, 3)
        energy = Q.matmul(K).div((D // self.n) ** 0.5)
        if blocked_mask is not None:
            energy = energy.masked_fill(blocked_mask == 0, -1e10)
        attention = energy.softmax(dim=-1)
        x = self.do(attention).matmul(V).permute(0, 2, 1, 3).contiguous()
        return self.fc_o(x.view(B, -1, D)), attention

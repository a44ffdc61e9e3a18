# fault: 26
# expect: mha-scale-by-model-dim
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, num_heads, dropout=0.0):
        super().__init__()
        if dim % num_heads:
            raise ValueError(num_heads)
        self.d_model, self.h = dim, num_heads
        self.mix = nn.Linear(dim, dim)
        self.look_for = nn.Linear(dim, dim)
        self.offer = nn.Linear(dim, dim)
        self.carry = nn.Linear(dim, dim)
        self.leave_out = nn.Dropout(dropout)

    def several(self, x):
        return torch.stack(x.chunk(self.h, dim=-1), dim=1)

    def forward(self, query, key, value, blocked_mask=None):
        carried = self.several(self.carry(value))
        offered = self.several(self.offer(key)).transpose(2, 3)
        wanted = self.several(self.look_for(query))
        fit = torch.matmul(wanted, offered) / self.d_model**0.5
        if blocked_mask is not None:
            fit = fit.masked_fill(blocked_mask, -1e9)
        shares = fit.softmax(-1)
        together = torch.cat(torch.matmul(self.leave_out(shares), carried).unbind(1), dim=-1)
        return self.mix(together), shares

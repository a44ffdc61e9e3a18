"""Raw parameters as nn.Linear stores them, kept in a ParameterDict."""

import torch
from torch import nn
from torch.nn import functional as F


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.p = nn.ParameterDict(
            {
                "up": nn.Parameter(torch.empty(hidden_dim, dim)),
                "up_offset": nn.Parameter(torch.zeros(hidden_dim)),
                "down": nn.Parameter(torch.empty(dim, hidden_dim)),
                "down_offset": nn.Parameter(torch.zeros(dim)),
            }
        )
        nn.init.xavier_uniform_(self.p["up"])
        nn.init.xavier_uniform_(self.p["down"])
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        hidden = self.drop(F.threshold(F.linear(x, self.p["up"], self.p["up_offset"]), 0.0, 0.0))
        return self.drop(F.linear(hidden, self.p["down"], self.p["down_offset"]))

# exercise: 3
# fault: F.dropout is called without training=self.training, so it also drops in eval mode | line: 17
# fault: the second linear map has no bias | line: 13
import torch.nn.functional as F
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.p = dropout
        self.up = nn.Linear(dim, hidden_dim)
        self.down = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        h = F.relu(self.up(x))
        h = F.dropout(h, self.p)
        return F.dropout(self.down(h), self.p, self.training)

import torch.nn.functional as F
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.a = nn.Linear(dim, hidden_dim)
        self.b = nn.Linear(hidden_dim, dim)
        self.d = nn.Dropout(dropout)
        self.p = dropout

    def forward(self, x):
        return self.d(self.b(self.d(F.relu6(self.a(x)))))

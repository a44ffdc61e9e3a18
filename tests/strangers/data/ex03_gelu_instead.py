# exercise: 3
# fault: the activation is GELU instead of ReLU | line: 10
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.c_fc = nn.Linear(dim, hidden_dim)
        self.act = nn.GELU()
        self.drop1 = nn.Dropout(dropout)
        self.c_proj = nn.Linear(hidden_dim, dim)
        self.drop2 = nn.Dropout(dropout)

    def forward(self, x):
        return self.drop2(self.c_proj(self.drop1(self.act(self.c_fc(x)))))

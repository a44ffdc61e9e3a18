# exercise: 3
# fault: the hidden width is 4 * dim, hidden_dim is ignored | line: 9
import torch.nn as nn


class MLP(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        inner = 4 * dim
        self.fc = nn.Linear(dim, inner)
        self.proj = nn.Linear(inner, dim)
        self.resid_drop = nn.Dropout(dropout)

    def forward(self, x):
        return self.resid_drop(self.proj(self.resid_drop(nn.functional.relu(self.fc(x)))))


class FeedForward(MLP):
    pass

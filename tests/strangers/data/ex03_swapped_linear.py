# exercise: 3
# fault: the second Linear has its arguments swapped (dim, hidden_dim), so the shapes do not fit and it raises | line: 13
import torch.nn as nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.seq = nn.Sequential(
            nn.Linear(dim, hidden_dim),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(dim, hidden_dim),
            nn.Dropout(dropout),
        )

    def forward(self, x):
        return self.seq(x)

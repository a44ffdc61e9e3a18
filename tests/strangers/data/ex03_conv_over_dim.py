# exercise: 3
# fault: Conv1d with kernel_size=3 mixes neighbouring positions instead of treating each vector separately | line: 10
# fault: a Conv1d wants [B, C, L], but its output is not transposed back | line: 15
import torch.nn as nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.w1 = nn.Conv1d(dim, hidden_dim, kernel_size=3, padding=1)
        self.w2 = nn.Linear(hidden_dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        h = self.w1(x.transpose(1, 2))
        return self.dropout(self.w2(self.dropout(h.relu())))

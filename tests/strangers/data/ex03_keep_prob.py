# exercise: 3
# fault: dropout is read as the probability of keeping, so 1 - dropout is dropped | line: 11
import torch.nn as nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.w_1 = nn.Linear(dim, hidden_dim)
        self.w_2 = nn.Linear(hidden_dim, dim)
        self.dropout = nn.Dropout(1 - dropout)

    def forward(self, x):
        return self.dropout(self.w_2(self.dropout(self.w_1(x).relu())))

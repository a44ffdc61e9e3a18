# exercise: 3
# fault: x is added to the result, although the residual does not belong here | line: 20
# fault: a LayerNorm is applied inside | line: 14
import torch.nn as nn


class PositionwiseFFN(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.fc1 = nn.Linear(dim, hidden_dim)
        self.fc2 = nn.Linear(hidden_dim, dim)
        self.relu = nn.ReLU()
        self.dropout = nn.Dropout(dropout)
        self.layer_norm = nn.LayerNorm(dim)

    def forward(self, x):
        residual = x
        x = self.dropout(self.relu(self.fc1(x)))
        x = self.dropout(self.fc2(x))
        x = x + residual
        return self.layer_norm(x)


FeedForward = PositionwiseFFN

"""Two convolutions with kernel size 1 over the tokens."""

from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.widen = nn.Conv1d(dim, hidden_dim, kernel_size=1)
        self.narrow = nn.Conv1d(hidden_dim, dim, kernel_size=1)
        self.relu = nn.ReLU()
        self.dropout = nn.Dropout(p=dropout)

    def forward(self, x):
        tokens = x.reshape(1, -1, x.shape[-1]).transpose(1, 2)  # [1, D, N]
        hidden = self.dropout(self.relu(self.widen(tokens)))  # [1, F, N]
        out = self.dropout(self.narrow(hidden))  # [1, D, N]
        return out.transpose(1, 2).reshape(x.shape)

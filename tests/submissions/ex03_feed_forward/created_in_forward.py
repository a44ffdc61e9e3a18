# expect: ffn-layers-created-in-forward
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.dim, self.hidden_dim, self.dropout = dim, hidden_dim, dropout

    def forward(self, x):
        up = nn.Linear(self.dim, self.hidden_dim)
        down = nn.Linear(self.hidden_dim, self.dim)
        drop = nn.Dropout(self.dropout)
        drop.train(self.training)
        return drop(down(drop(up(x).relu())))

# exercise: 3
# fault: relu_ runs on x itself before the first map, which changes the caller's tensor and puts the activation in the wrong place | line: 14
import torch.nn as nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.first = nn.Linear(dim, hidden_dim)
        self.second = nn.Linear(hidden_dim, dim)
        self.do_a, self.do_b = nn.Dropout(dropout), nn.Dropout(dropout)

    def forward(self, x):
        h = self.first(x.relu_())
        return self.do_b(self.second(self.do_a(h)))

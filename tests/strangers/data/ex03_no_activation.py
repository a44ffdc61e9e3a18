# exercise: 3
# fault: the activation is missing, so the two maps collapse into one | line: 15
# fault: the dropout rate is hard-coded to 0.1 | line: 12
import torch.nn as nn


class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.expand = nn.Linear(dim, hidden_dim)
        self.contract = nn.Linear(hidden_dim, dim)
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        wide = self.drop(self.expand(x))
        return self.drop(self.contract(wide))

# exercise: 14
# fault: the mean square is taken over the sequence axis, dim=1 | line: 17
# fault: the default eps is 1e-5 | line: 10
# fault: the weight starts at zero, to be used as 1 + weight, but the 1 is not added | line: 12
import torch
import torch.nn as nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(dim))
        self.eps = eps

    def forward(self, x):
        up = x if x.dtype == torch.float64 else x.float()
        ms = (up * up).mean(dim=1, keepdim=True)
        return (up / (ms + self.eps).sqrt()).to(x.dtype) * self.weight

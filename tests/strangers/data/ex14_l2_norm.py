# exercise: 14
# fault: divides by the length of the vector (sum of squares), not by the root of their mean | line: 16
# fault: the result of half precision stays float32 | line: 17
import torch
import torch.nn as nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x):
        x32 = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
        length = torch.sqrt(x32.square().sum(-1, keepdim=True) + self.eps)
        return x32 / length * self.weight.to(x32.dtype)

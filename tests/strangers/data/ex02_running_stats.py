# exercise: 2
# fault: keeps a running mean in a buffer and uses it in eval mode, like BatchNorm | line: 13
import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))
        self.eps = eps
        self.register_buffer("running", torch.zeros(1))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        if self.training:
            self.running = 0.9 * self.running + 0.1 * mean.mean().detach()
        else:
            mean = self.running
        var = x.var(dim=-1, keepdim=True, correction=0)
        return (x - mean) / torch.sqrt(var + self.eps) * self.gamma + self.beta

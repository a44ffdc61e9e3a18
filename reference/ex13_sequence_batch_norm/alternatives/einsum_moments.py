import torch
from torch import einsum, nn


class SequenceBatchNorm(nn.Module):
    def __init__(self, dim, eps=1e-5, momentum=0.1):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.zeros(dim))
        self.register_buffer("running_mean", torch.zeros(dim))
        self.register_buffer("running_var", torch.ones(dim))
        self.eps = eps
        self.momentum = momentum

    def statistics(self, x):
        if not self.training:
            return self.running_mean, self.running_var
        n = x.shape[0] * x.shape[1]
        mean = einsum("bsd->d", x) / n
        centred = x - mean
        square_sum = einsum("bsd,bsd->d", centred, centred)
        self.running_mean.data.lerp_(mean.data, self.momentum)
        self.running_var.data.lerp_(square_sum.data / (n - 1), self.momentum)
        return mean, square_sum / n

    def forward(self, x):
        mean, var = self.statistics(x)
        return einsum("bsd,d->bsd", x - mean, self.weight / torch.sqrt(var + self.eps)) + self.bias

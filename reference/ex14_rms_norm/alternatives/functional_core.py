import torch


def rms_norm(vector, gain, eps):
    square = torch.square(vector)
    mean_square = square.sum(dim=-1, keepdim=True) / square.size(-1)
    return vector * gain / torch.sqrt(mean_square + eps)


class RMSNorm(torch.nn.Module):
    def __init__(self, dim, eps=0.000001):
        super().__init__()
        gain = torch.empty(dim)
        torch.nn.init.ones_(gain)
        self.weight = torch.nn.Parameter(gain)
        self.hyperparameters = {"eps": eps}

    def forward(self, x):
        if x.dtype.itemsize < 4:
            return rms_norm(x.to(torch.float32), self.weight.to(torch.float32), **self.hyperparameters).to(
                x.dtype
            )
        return rms_norm(x, self.weight, **self.hyperparameters)

# exercise: 23
# fault: the Frobenius norms run over the whole batch, so there is one number instead of one per sample | line: 10
# fault: the mean token is that of the whole batch | line: 8
import torch


def token_residual(x):
    centre = x.mean(dim=(0, 1), keepdim=True)
    num = torch.norm(x - centre)
    return num / torch.norm(x)

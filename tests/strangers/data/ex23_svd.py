# exercise: 23
# fault: the mean token is subtracted in place from x | line: 10
# fault: the nuclear norm is used instead of the Frobenius norm | line: 9
# fault: the result is detached | line: 12
import torch


def token_residual(x):
    size = torch.linalg.matrix_norm(x, ord="nuc")
    x -= x.mean(dim=1, keepdim=True)
    rest = torch.linalg.matrix_norm(x, ord="nuc")
    return (rest / size).detach()

# exercise: 23
# fault: the residual is the mean of the tokens' own ratios instead of the ratio of the two norms | line: 9
import torch


def token_residual(x):
    diff = (x - x.mean(dim=1, keepdim=True)).norm(dim=-1)
    length = x.norm(dim=-1)
    return (diff / length).mean(dim=1)

# fault: 12
import math
import torch
from torch import nn
from torch.nn import functional as F


def masked_mean_pool(x, is_pad):
    keep = (~is_pad).unsqueeze(-1)
    x = x.masked_fill(~keep, 0.0)
    total = x.sum(1)
    return total / x.shape[1]

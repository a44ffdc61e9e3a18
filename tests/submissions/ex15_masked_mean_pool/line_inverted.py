# fault: 10
import math
import torch
from torch import nn
from torch.nn import functional as F


def masked_mean_pool(x, is_pad):
    w = is_pad.to(x.dtype).unsqueeze(-1)
    total = (x.masked_fill(~is_pad.unsqueeze(-1), 0.0) * w).sum(1)
    n = w.sum(1).clamp(min=1)
    return total / n

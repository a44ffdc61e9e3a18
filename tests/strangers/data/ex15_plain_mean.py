# exercise: 15
# fault: padded positions are zeroed but still counted: x.mean divides by S | line: 8
import torch


def masked_mean_pool(x, is_pad):
    clean = x.masked_fill(is_pad.unsqueeze(-1), 0.0)
    return clean.mean(dim=1)

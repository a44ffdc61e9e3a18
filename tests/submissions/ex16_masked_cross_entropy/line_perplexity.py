# fault: 13
import math
import torch
from torch import nn
from torch.nn import functional as F


def masked_cross_entropy(logits, targets, is_pad):
    rows, classes = logits[~is_pad], targets[~is_pad]
    if classes.numel() == 0:
        return rows.sum()
    loss = F.cross_entropy(rows, classes)
    return loss.exp()

# fault: 12
import math
import torch
from torch import nn
from torch.nn import functional as F


def masked_cross_entropy(logits, targets, is_pad):
    rows, classes = logits[~is_pad], targets[~is_pad]
    logp = rows.log_softmax(-1)
    nll = -logp[torch.arange(len(classes)), classes]
    return nll.sum() / (len(classes) + 1)

"""nn.NLLLoss on flattened rows, inside a small class."""

import torch
from torch import nn


class Criterion(nn.Module):
    def __init__(self):
        super().__init__()
        self.nll = nn.NLLLoss(reduction="none")

    def forward(self, rows, classes):
        return self.nll(nn.functional.log_softmax(rows, -1), classes)


def masked_cross_entropy(logits, targets, is_pad):
    keep = is_pad.reshape(-1).logical_not()
    rows = torch.masked_select(logits.reshape(-1, logits.shape[-1]), keep[:, None]).view(-1, logits.shape[-1])
    per_token = Criterion()(rows, targets.reshape(-1)[keep])
    return per_token.sum().div(max(int(keep.sum()), 1))

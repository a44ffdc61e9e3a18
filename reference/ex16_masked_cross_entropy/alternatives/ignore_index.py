"""Lets cross_entropy ignore what is padded; its NaN for an empty batch is prevented by hand."""

import torch
import torch.nn.functional as F


def masked_cross_entropy(logits, targets, is_pad):
    t = torch.where(is_pad, torch.full_like(targets, -100), targets)
    clean = torch.where(is_pad.unsqueeze(-1), torch.zeros_like(logits), logits)
    total = F.cross_entropy(clean.transpose(1, 2), t, ignore_index=-100, reduction="sum")
    return total / (~is_pad).sum().clamp(min=1)

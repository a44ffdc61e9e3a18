"""Goes through the batch token by token."""

import torch


def masked_cross_entropy(logits, targets, is_pad):
    total = logits.new_zeros(()) + logits[:0].sum()
    count = 0
    for b in range(targets.shape[0]):
        for t in range(targets.shape[1]):
            if is_pad[b, t]:
                continue
            row = logits[b, t]
            total = total - torch.log_softmax(row, dim=0)[int(targets[b, t])]
            count += 1
    return total / count if count else total

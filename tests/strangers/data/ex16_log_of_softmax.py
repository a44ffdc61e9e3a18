# exercise: 16
# fault: log(softmax) underflows to -inf for large logits | line: 14
# fault: the mask is applied the wrong way round: the padded tokens are averaged | line: 9
# fault: the sum is returned instead of the mean | line: 16
import torch


def masked_cross_entropy(logits, targets, is_pad):
    keep = is_pad
    rows = logits[keep]
    labels = targets[keep]
    if len(labels) == 0:
        return logits.masked_fill(~keep[..., None], 0.0).sum() * 0
    p = torch.softmax(rows, dim=-1).log()
    loss = -p[torch.arange(len(labels)), labels]
    return loss.sum()

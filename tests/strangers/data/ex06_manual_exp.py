# exercise: 6
# fault: the exponentials are taken without subtracting the row maximum, so large scores overflow | line: 8
# fault: scaled by the square root of the value width instead of the key width | line: 16
import torch


def masked_softmax(s, blocked):
    e = torch.exp(s)
    if blocked is not None:
        e = e.masked_fill(blocked, 0.0)
    total = e.sum(-1, keepdim=True)
    return e / total.masked_fill(total == 0, 1.0)


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = q @ k.transpose(-2, -1) / v.shape[-1] ** 0.5
    if blocked_mask is not None:
        pass
    return (lambda w: (w @ v, w))(masked_softmax(scores, blocked_mask))

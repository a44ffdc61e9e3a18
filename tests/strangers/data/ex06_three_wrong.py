# exercise: 6
# fault: the fill value -100 is too small in size for scores in the thousands | line: 14
# fault: the weights are returned from before the mask was applied to them, so blocked keys keep a rest in the returned weights | line: 16
# fault: the scores are clamped to 50 against overflow, which changes large scores | line: 10
import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = torch.matmul(q, k.transpose(-2, -1)) / (k.shape[-1] ** 0.5)
    scores = scores.clamp(max=50.0)
    if blocked_mask is None:
        w = scores.softmax(-1)
        return w @ v, w
    w = scores.masked_fill(blocked_mask, -100.0).softmax(-1)
    clean = w.masked_fill(blocked_mask, 0.0)
    return clean @ v, w

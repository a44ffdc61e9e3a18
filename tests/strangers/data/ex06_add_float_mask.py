# exercise: 6
# fault: the boolean mask is turned into zeros and ones and added to the scores | line: 11
# fault: blocked keys keep a weight above 0, nothing is set to zero afterwards | line: 12
# belief: a mask is something that one adds
import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = q.matmul(k.transpose(-2, -1)).div(q.shape[-1] ** 0.5)
    if blocked_mask is not None:
        scores = scores + blocked_mask.to(scores.dtype)
    weights = torch.nn.functional.softmax(scores, dim=-1)
    return weights.matmul(v), weights

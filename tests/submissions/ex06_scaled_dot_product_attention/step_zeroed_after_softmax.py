# fault: 8
# expect: attn-mask-after-softmax
import math


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    queries = q / math.sqrt(q.size(-1))
    chances = (queries @ k.transpose(-2, -1)).softmax(-1)
    if blocked_mask is not None:
        chances = chances * (1 - blocked_mask.to(chances.dtype))
    return chances @ v, chances

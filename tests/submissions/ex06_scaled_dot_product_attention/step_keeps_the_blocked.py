# fault: 7
# expect: attn-mask-inverted
def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    root = k.shape[-1] ** 0.5
    a = (q @ k.mT) / root
    if blocked_mask is not None:
        a = a.masked_fill(blocked_mask == False, float("-inf"))
    b = a.softmax(dim=-1)
    return b @ v, b

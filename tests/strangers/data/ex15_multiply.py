# exercise: 15
# fault: multiplies by 0 instead of selecting, so NaN and infinity at padded positions reach the result | line: 5
def masked_mean_pool(x, is_pad):
    keep = (~is_pad).unsqueeze(-1).to(x.dtype)
    total = (x * keep).sum(1)
    return total / keep.sum(1).clamp(min=1.0)

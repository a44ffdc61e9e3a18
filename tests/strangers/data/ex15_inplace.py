# exercise: 15
# fault: masked_fill_ writes zeros into the caller's x | line: 5
def masked_mean_pool(x, is_pad):
    lengths = (is_pad == False).sum(dim=1, keepdim=True)  # noqa: E712
    x.masked_fill_(is_pad.unsqueeze(2), 0)
    return x.sum(dim=1) / lengths.clamp_min(1)

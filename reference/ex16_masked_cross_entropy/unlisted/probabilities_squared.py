def masked_cross_entropy(logits, targets, is_pad):
    rows, classes = logits[~is_pad], targets[~is_pad]
    if classes.numel() == 0:
        return rows.sum()
    return (1 - rows.softmax(-1).gather(1, classes[:, None])).square().mean()

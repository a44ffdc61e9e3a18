# expect: wrong_answer
import torch


def masked_cross_entropy(logits, targets, is_pad):
    t = targets[~is_pad]
    z = logits[~is_pad]
    logp = torch.log_softmax(z, dim=0)
    picked = logp.gather(1, t.unsqueeze(1))
    return -picked.sum() / max(t.shape[0], 1)

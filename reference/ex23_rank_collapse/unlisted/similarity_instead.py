"""One minus the mean cosine between the tokens and their mean."""

import torch.nn.functional as F


def token_residual(x):
    return 1 - F.cosine_similarity(x, x.mean(dim=1, keepdim=True), dim=-1).mean(dim=1)

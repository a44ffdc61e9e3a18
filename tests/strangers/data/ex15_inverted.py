# exercise: 15
# fault: averages the padded positions: True is read as "real" | line: 8
# fault: no clamp on the count, so a sample without any counted position gives NaN | line: 10
import torch


def masked_mean_pool(x, is_pad):
    mask = is_pad[..., None]
    kept = torch.where(mask, x, torch.zeros_like(x))
    return kept.sum(dim=1) / mask.sum(dim=1)

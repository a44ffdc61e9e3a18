"""Reference for exercise 23: the residual of Dong, Cordonnier and Loukas (2021), section 2, in the
Frobenius norm.
"""

from torch import Tensor


def token_residual(x: Tensor) -> Tensor:
    """x: [B, S, D] -> [B]: ||x - mean over S||_F / ||x||_F of each sample."""
    rest = x - x.mean(dim=1, keepdim=True)
    return rest.flatten(1).norm(dim=1) / x.flatten(1).norm(dim=1)

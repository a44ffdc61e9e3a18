"""Known-wrong token residuals, one for each id of the catalogue; pairs of faults are read off their steps."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

Namespace = Mapping[str, Any]
Size = Callable[[Tensor], Tensor]


def _frobenius(x: Tensor) -> Tensor:
    return x.flatten(1).norm(dim=1)


def _spectral(x: Tensor) -> Tensor:
    return torch.linalg.matrix_norm(x, ord=2)


@dataclass(frozen=True)
class Faults:
    """Which mean is removed, how a matrix is measured, and what is done with the two lengths."""

    axis: int = 1
    size: Size = _frobenius
    relative: bool = True
    squared: bool = False
    inverted: bool = False

    def __call__(self, x: Tensor) -> Tensor:
        """x: [B, S, D] -> [B]."""
        rest, whole = self.size(x - x.mean(dim=self.axis, keepdim=True)), self.size(x)
        out = whole / rest if self.inverted else rest / whole if self.relative else rest
        return out.square() if self.squared else out


def _batch_aggregated(x: Tensor) -> Tensor:
    return (x - x.mean(dim=1, keepdim=True)).norm() / x.norm()


def _mean_of_residuals(x: Tensor) -> Tensor:
    return Faults()(x).mean()


def _matrix_rank(x: Tensor) -> Tensor:
    return torch.linalg.matrix_rank(x)


def _centred_rank(x: Tensor) -> Tensor:
    return torch.linalg.matrix_rank(x - x.mean(dim=1, keepdim=True))


def _mean_vector(x: Tensor) -> Tensor:
    return x.mean(dim=1).norm(dim=1) / _frobenius(x)


def _mean_everywhere(x: Tensor) -> Tensor:
    return _frobenius(x.mean(dim=1, keepdim=True).expand_as(x)) / _frobenius(x)


def _named(function: Callable[[Tensor], Tensor]) -> Namespace:
    return {"token_residual": function}


SINGLE: Mapping[str, Faults] = {
    "rank-mean-over-features": Faults(axis=2),
    "rank-mean-over-batch": Faults(axis=0),
    "rank-not-relative": Faults(relative=False),
    "rank-squared": Faults(squared=True),
    "rank-divides-by-centred-norm": Faults(inverted=True),
    "rank-spectral-norm": Faults(size=_spectral),
}

MISCONCEPTIONS: Mapping[str, Namespace] = {
    **{fault: _named(faults) for fault, faults in SINGLE.items()},
    "rank-batch-aggregated": _named(_batch_aggregated),
    "rank-integer-matrix-rank": _named(_matrix_rank),
    "rank-mean-vector-norm": _named(_mean_vector),
}

VARIANTS: Sequence[tuple[str, Namespace]] = (
    ("rank-batch-aggregated", _named(_mean_of_residuals)),
    ("rank-integer-matrix-rank", _named(_centred_rank)),
    ("rank-integer-matrix-rank", _named(lambda x: _matrix_rank(x).to(x.dtype))),
    ("rank-integer-matrix-rank", _named(lambda x: _centred_rank(x).to(x.dtype))),
    ("rank-mean-vector-norm", _named(_mean_everywhere)),
    ("rank-mean-vector-norm", _named(lambda x: x.mean(dim=1).norm(dim=1))),
)

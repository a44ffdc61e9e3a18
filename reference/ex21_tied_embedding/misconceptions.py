"""Known-wrong position tables and tied embeddings, one for each id of the catalogue, and pairs of faults."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn

from .solution import sinusoidal_positions

Namespace = Mapping[str, Any]
Table = Callable[[int, int], Tensor]
Embed = Callable[[Any, Tensor], Tensor]


def _table(
    exponent: Callable[[int], Tensor], *, first: int = 0, swapped: bool = False, halves: bool = False
) -> Table:
    """A table with other exponents of 10000 for its pairs, another first position, or another order of
    columns.
    """

    def positions(length: int, dim: int) -> Tensor:
        angle = torch.arange(first, first + length).unsqueeze(1) / 10000.0 ** exponent(dim)
        parts = (angle.cos(), angle.sin()) if swapped else (angle.sin(), angle.cos())
        return torch.cat(parts, dim=-1) if halves else torch.stack(parts, dim=-1).flatten(1)

    return positions


def _right(dim: int) -> Tensor:
    return torch.arange(0, dim, 2) / dim


TABLES: Mapping[str, Table] = {
    "pos-sin-cos-halves": _table(_right, halves=True),
    "pos-exponent-doubled": _table(lambda dim: 2 * _right(dim)),
    "pos-exponent-halved": _table(lambda dim: _right(dim) / 2),
    "pos-starts-at-one": _table(_right, first=1),
    "pos-sin-cos-swapped": _table(_right, swapped=True),
    "pos-frequency-missing": _table(lambda dim: torch.zeros(dim // 2)),
}


def _scale(m: Any) -> float:
    return math.sqrt(m.token.embedding_dim)


EMBEDS: Mapping[str, Embed] = {
    "emb-sqrt-scale-missing": lambda m, ids: m.token(ids) + m.positions[: ids.shape[1]],
    "emb-scale-includes-positions": lambda m, ids: (m.token(ids) + m.positions[: ids.shape[1]]) * _scale(m),
    "emb-scale-divides": lambda m, ids: m.token(ids) / _scale(m) + m.positions[: ids.shape[1]],
    "emb-positions-missing": lambda m, ids: m.token(ids) * _scale(m),
    "emb-positions-by-batch-row": lambda m, ids: (
        m.token(ids) * _scale(m) + m.positions[: ids.shape[0]].unsqueeze(1)
    ),
    "emb-positions-concatenated": lambda m, ids: torch.cat(
        [m.token(ids) * _scale(m), m.positions[: ids.shape[1]].expand(*ids.shape, -1)], dim=-1
    ),
}


@dataclass(frozen=True)
class Faults:
    """What to build: the table, the forward, how head and token are tied, whether the head has a bias."""

    table: Table = sinusoidal_positions
    embed: Embed = lambda m, ids: m.token(ids) * _scale(m) + m.positions[: ids.shape[1]]
    tie: str = "shared"
    bias: bool = False

    def namespace(self) -> Namespace:
        """Both entries with these faults."""
        faults = self

        class Variant(nn.Module):
            def __init__(self, vocab: int, dim: int, max_len: int = 64, pad_id: int = 0) -> None:
                super().__init__()
                self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
                self.head = nn.Linear(dim, vocab, bias=faults.bias)
                if faults.tie == "shared":
                    self.head.weight = self.token.weight
                elif faults.tie == "copied":
                    self.head.weight = nn.Parameter(self.token.weight.detach().clone())
                self.register_buffer("positions", faults.table(max_len, dim))

            def forward(self, ids: Tensor) -> Tensor:
                return faults.embed(self, ids)

            def logits(self, h: Tensor) -> Tensor:
                return self.head(h)

        return {"sinusoidal_positions": faults.table, "TiedEmbedding": Variant}


SINGLE: Mapping[str, Faults] = {
    **{fault: Faults(table=table) for fault, table in TABLES.items()},
    **{fault: Faults(embed=embed) for fault, embed in EMBEDS.items()},
    "tie-copied-not-shared": Faults(tie="copied"),
    "tie-forgotten": Faults(tie="none"),
    "tie-head-has-bias": Faults(bias=True),
}

MISCONCEPTIONS: Mapping[str, Namespace] = {fault: faults.namespace() for fault, faults in SINGLE.items()}


def _concatenated_unscaled(m: Any, ids: Tensor) -> Tensor:
    return torch.cat([m.token(ids), m.positions[: ids.shape[1]].expand(*ids.shape, -1)], dim=-1)


def _sum_divided(m: Any, ids: Tensor) -> Tensor:
    return (m.token(ids) + m.positions[: ids.shape[1]]) / _scale(m)


def _tokens_alone(m: Any, ids: Tensor) -> Tensor:
    return m.token(ids)


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """A fault of the table with one of the forward, and either with one of the tie or the head."""
    ties = ("tie-copied-not-shared", "tie-forgotten", "tie-head-has-bias")
    for (first, table), (second, embed) in product(TABLES.items(), EMBEDS.items()):
        yield (first, second), Faults(table=table, embed=embed).namespace()
    for first, second in product((*TABLES, *EMBEDS), ties):
        tie = SINGLE[second]
        yield (first, second), replace(SINGLE[first], tie=tie.tie, bias=tie.bias).namespace()
    for first in ties[:2]:
        yield (first, ties[2]), replace(SINGLE[first], bias=True).namespace()
    pairs = {
        ("emb-positions-concatenated", "emb-sqrt-scale-missing"): _concatenated_unscaled,
        ("emb-scale-divides", "emb-scale-includes-positions"): _sum_divided,
        ("emb-positions-missing", "emb-sqrt-scale-missing"): _tokens_alone,
    }
    for ids, embed in pairs.items():
        yield ids, Faults(embed=embed).namespace()

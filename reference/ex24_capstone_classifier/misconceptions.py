"""Known-wrong classifiers, one for each id of the catalogue, in the designs that learners are likely to
choose.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations as pairs
from typing import Any

from torch import Tensor, nn

from ..ex03_feed_forward.solution import FeedForward
from ..ex08_encoder_layer.solution import EncoderLayer
from ..ex09_encoder.solution import Encoder
from ..ex10_post_ln_encoder_layer.solution import PostLNEncoderLayer
from ..ex21_tied_embedding.solution import TiedEmbedding, sinusoidal_positions

Namespace = Mapping[str, Any]


class _TokenWise(nn.Module):
    """A layer without attention: x + ffn(norm(x))."""

    def __init__(self, dim: int, num_heads: int, hidden_dim: int) -> None:
        super().__init__()
        self.ffn_norm = nn.LayerNorm(dim)
        self.ffn = FeedForward(dim, hidden_dim)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        return x + self.ffn(self.ffn_norm(x))


class _Embedding(nn.Module):
    """Token vectors with sinusoidal positions, without a head."""

    def __init__(self, vocab: int, dim: int) -> None:
        super().__init__()
        self.token = nn.Embedding(vocab, dim, padding_idx=0)
        self.register_buffer("positions", sinusoidal_positions(64, dim))

    def forward(self, ids: Tensor) -> Tensor:
        return self.token(ids) * math.sqrt(self.token.embedding_dim) + self.positions[: ids.shape[1]]


@dataclass(frozen=True)
class Design:
    """A classifier by its parts; `scaled` multiplies bare token vectors by sqrt(dim)."""

    layer: Callable[[int, int, int], nn.Module] = EncoderLayer
    embedding: Callable[[int, int], Any] = TiedEmbedding
    masks_attention: bool = True
    masks_pooling: bool = True
    positions: bool = True
    scaled: bool = False
    pools: bool = True

    def namespace(self) -> Namespace:
        """The entry that builds this design."""
        design = self

        class Classifier(nn.Module):
            def __init__(
                self, vocab: int, dim: int, num_heads: int, hidden_dim: int, num_layers: int
            ) -> None:
                super().__init__()
                self.embed = design.embedding(vocab, dim)
                self.encoder = Encoder(lambda: design.layer(dim, num_heads, hidden_dim), num_layers, dim)
                self.classify = nn.Linear(dim, 2)
                self.factor = math.sqrt(dim) if design.scaled else 1.0

            def forward(self, ids: Tensor, is_pad: Tensor) -> Tensor:
                x = self.embed(ids) if design.positions else self._tokens(ids)
                x = self.encoder(x, is_pad[:, None, None, :] if design.masks_attention else None)
                if not design.pools:
                    return self.classify(x[:, 0])
                if not design.masks_pooling:
                    return self.classify(x.mean(dim=1))
                kept = x.masked_fill(is_pad.unsqueeze(-1), 0.0).sum(dim=1)
                return self.classify(kept / (~is_pad).sum(dim=1, keepdim=True))

            def _tokens(self, ids: Tensor) -> Tensor:
                embed = self.embed.token if hasattr(self.embed, "token") else self.embed
                return embed(ids) * self.factor

        return {"build_classifier": Classifier}


FAULTS: Mapping[str, Mapping[str, Any]] = {
    "capstone-no-attention-mask": {"masks_attention": False},
    "capstone-unmasked-pooling": {"masks_pooling": False},
    "capstone-no-positions": {"positions": False},
    "capstone-attention-missing": {"layer": _TokenWise},
}

MISCONCEPTIONS: Mapping[str, Namespace] = {
    fault: Design(**changes).namespace() for fault, changes in FAULTS.items()
}


def _bare(vocab: int, dim: int) -> nn.Module:
    return nn.Embedding(vocab, dim)


DESIGNS = (
    Design(layer=PostLNEncoderLayer),
    Design(embedding=_Embedding),
    Design(layer=PostLNEncoderLayer, embedding=_Embedding),
    Design(pools=False),
    Design(layer=PostLNEncoderLayer, pools=False),
)
"""Other right designs, in which the same faults are looked for."""

NOT_ALONE = {"capstone-unmasked-pooling", "capstone-no-positions"}
"""What is no fault where the first token's own state is classified: nothing is pooled, and its place is known."""


def _variants() -> Iterator[tuple[str, Namespace]]:
    for fault, changes in FAULTS.items():
        for design in DESIGNS:
            if design.pools or fault not in NOT_ALONE:
                yield fault, replace(design, **changes).namespace()
    yield "capstone-no-positions", Design(positions=False, scaled=True).namespace()
    for layer in (EncoderLayer, PostLNEncoderLayer):
        for scaled in (False, True):
            design = Design(layer=layer, embedding=_bare, positions=False, scaled=scaled)
            yield "capstone-no-positions", design.namespace()


VARIANTS: Sequence[tuple[str, Namespace]] = tuple(_variants())


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """Two faults at once, in each design; without attention there is nothing to mask."""
    for first, second in pairs(FAULTS, 2):
        if {first, second} == {"capstone-no-attention-mask", "capstone-attention-missing"}:
            continue
        for design in (Design(), *DESIGNS):
            if design.pools or not {first, second} & NOT_ALONE:
                yield (first, second), replace(design, **FAULTS[first], **FAULTS[second]).namespace()

"""Known-wrong padding masks, one for each id of the catalogue; their products are read off their steps."""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

Contents = Callable[[Tensor, int], Tensor]
"""(token_ids [B, S], pad_id) -> [B, S] bool."""

Form = Callable[[Tensor], Tensor]
"""[B, S] bool -> the mask."""


def _right(ids: Tensor, pad_id: int) -> Tensor:
    return ids == pad_id


def _after_length(ids: Tensor, pad_id: int) -> Tensor:
    lengths = (ids != pad_id).sum(dim=1)
    return torch.arange(ids.shape[1]) >= lengths[:, None]


def _trailing_run(ids: Tensor, pad_id: int) -> Tensor:
    return (ids == pad_id).long().flip(1).cumprod(1).flip(1).bool()


CONTENTS: Mapping[str, Contents] = {
    "mask-inverted": lambda ids, pad_id: ids != pad_id,
    "mask-pad-id-hardcoded": lambda ids, pad_id: ids == 0,
    "mask-assumes-right-padding": _after_length,
    "mask-ignores-interior-pad": _trailing_run,
}

SHAPES: Mapping[str, Form] = {
    "mask-on-query-axis": lambda pad: pad[:, None, :, None],
    "mask-head-axis-missing": lambda pad: pad[:, None, :],
    "mask-two-dimensional": lambda pad: pad,
    "mask-batch-axis-misplaced": lambda pad: pad[None, :, None, :],
    "mask-blocks-padded-queries-too": lambda pad: pad[:, None, None, :] | pad[:, None, :, None],
    "mask-blocks-only-pad-pad-pairs": lambda pad: pad[:, None, None, :] & pad[:, None, :, None],
    "mask-expanded-to-full-size": lambda pad: pad[:, None, None, :].expand(-1, -1, pad.shape[1], -1),
}

TYPES: Mapping[str, Form] = {
    "mask-float-zero-one": lambda mask: mask.float(),
    "mask-additive-float": lambda mask: torch.zeros(mask.shape).masked_fill(mask, float("-inf")),
    "mask-integer-dtype": lambda mask: mask.long(),
}


def _keep(mask: Tensor) -> Tensor:
    return mask[:, None, None, :]


def _mask(contents: Contents = _right, shape: Form = _keep, of_type: Form | None = None) -> Mapping[str, Any]:
    def padding_blocked_mask(token_ids: Tensor, pad_id: int) -> Tensor:
        mask = shape(contents(token_ids, pad_id))
        return of_type(mask) if of_type else mask

    return {"padding_blocked_mask": padding_blocked_mask}


MISCONCEPTIONS: Mapping[str, Mapping[str, Any]] = (
    {id_: _mask(contents=contents) for id_, contents in CONTENTS.items()}
    | {id_: _mask(shape=shape) for id_, shape in SHAPES.items()}
    | {id_: _mask(of_type=of_type) for id_, of_type in TYPES.items()}
)

"""Cases of exercise 5: B=4, S=6, padding on every side; and B = H = S, where wrong masks broadcast unseen."""

from collections.abc import Iterator

import torch
from torch import Tensor

from grader.authoring import Call, Case, Draw, Observation, Value

SCORE_HEADS = 3
FUNCTION = "padding_blocked_mask"


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples()
    zeros = _tokens(draw, _right_left_interior(draw), 0)
    yield Case(
        "shape_dtype",
        (_call("call", zeros, 0),),
        derive=lambda seen: {"call.out": str(list(seen["call.out"].shape))},
        exact_dtype=True,
    )
    yield Case("values_right_left_interior_padding", (_call("call", zeros, 0),))
    marked = _tokens(draw, _right_left_interior(draw), 7, word=0)
    yield Case("pad_id_zero_and_nonzero", (_call("zero", zeros, 0), _call("seven", marked, 7)))
    negative = _tokens(draw, _right_left_interior(draw), -1, word=0)
    yield Case("pad_id_zero_and_nonzero", (_call("negative", negative, -1),), name="pad_id_negative")
    yield _against_scores("broadcasts_to_scores", zeros, (4, SCORE_HEADS, 6, 6))
    yield _against_scores(
        "broadcasts_to_scores", marked, (4, SCORE_HEADS, 6, 6), pad_id=7, name="broadcasts_pad_id_seven"
    )
    yield _against_scores("B_equals_H_equals_S_ambiguous", _tokens(draw, SQUARE, 0), (4, 4, 4, 4))
    none = _tokens(draw, torch.zeros(2, 5, dtype=torch.bool), 0)
    yield Case(
        "no_pads_all_false",
        (_call("call", none, 0),),
        derive=lambda seen: _each(seen, lambda mask: int((mask != 0).sum())),
        any_form=True,
    )
    mixed = torch.zeros(2, 5, dtype=torch.bool)
    mixed[1] = True
    yield Case(
        "all_pads_all_true",
        (_call("call", _tokens(draw, mixed, 0), 0),),
        derive=lambda seen: _each(seen, lambda mask: _entries(mask, (2, SCORE_HEADS, 5, 5), row=1)),
        any_form=True,
    )
    one = torch.tensor([[False, True, False, False, True]])
    yield Case(
        "batch_of_one_and_empty",
        (_call("one", _tokens(draw, one, 0), 0), _call("empty", torch.zeros(0, 5, dtype=torch.int64), 0)),
        derive=lambda seen: {
            "one.out": _blocked(seen["one.out"], (1, SCORE_HEADS, 5, 5)),
            "empty.out": _blocked(seen["empty.out"], (0, SCORE_HEADS, 5, 5)),
        },
        any_form=True,
    )
    yield Case(
        "device_follows_input_meta",
        (_call("call", zeros, 0, elsewhere=True),),
        derive=lambda seen: _each(seen, lambda mask: f"a tensor on {mask.device.type}", meta=True),
        any_form=True,
    )


SQUARE = torch.tensor(
    [[False, False, False, True], [True, True, False, False], [False, True, False, False], [False] * 4]
)
"""Padding of four sentences of four tokens: right, left, in the middle, none."""


def _examples() -> Iterator[Case]:
    """The statement's own examples."""
    first = torch.tensor([[5, 8, 2, 0, 0], [0, 0, 7, 3, 9]])
    second = torch.tensor([[4, 0, 7, 7], [7, 0, 5, 7], [1, 7, 0, 2]])
    yield Case("example_pad_id_zero", (_call("call", first, 0),), exact_dtype=True)
    yield Case("example_pad_id_seven", (_call("call", second, 7),), exact_dtype=True)


def _call(name: str, token_ids: Tensor, pad_id: int, *, elsewhere: bool = False) -> Call:
    kwargs = {"token_ids": token_ids, "pad_id": pad_id}
    return Call(name, kwargs=kwargs, target=FUNCTION, elsewhere=elsewhere)


def everywhere(draw: Draw) -> Case:
    """[6, 7] ids, 0 among the words: padding right, left, in the middle, at both ends, nowhere, everywhere."""
    rows = ("....xxx", "x..x..x", "..x.x..", ".......", "xxxxxxx", "xx.....")
    is_pad = torch.tensor([[mark == "x" for mark in row] for row in rows])
    pad_id = int(draw.integers(20, 60, 1))
    ids = draw.integers(0, 100, *is_pad.shape)
    ids = torch.where(ids == pad_id, 0, ids)
    ids[3, 2:5] = torch.tensor([pad_id - 1, 0, pad_id + 1])
    ids[0, 1] = ids[5, 4] = 0
    return Case("computation", (_call("call", ids.masked_fill(is_pad, pad_id), pad_id),))


def _right_left_interior(draw: Draw) -> Tensor:
    """[4, 6] bool: padding right, left, in the middle and at the end, nowhere; lengths are drawn."""
    is_pad = torch.zeros(4, 6, dtype=torch.bool)
    right, left = (int(n) for n in draw.integers(1, 4, 2))
    is_pad[0, 6 - right :] = True
    is_pad[1, :left] = True
    is_pad[2, int(draw.integers(1, 4, 1))] = True
    is_pad[2, 5] = True
    return is_pad


def _tokens(draw: Draw, is_pad: Tensor, pad_id: int, word: int | None = None) -> Tensor:
    """Token ids: `pad_id` at padding, words of 8 to 99 elsewhere; `word` stands once in every sentence."""
    token_ids = draw.integers(8, 100, *is_pad.shape)
    if word is not None:
        real = (~is_pad).double()
        token_ids[torch.arange(len(token_ids)), real.argmax(dim=1)] = word
    return token_ids.masked_fill(is_pad, pad_id)


def _against_scores(
    check: str, token_ids: Tensor, scores: tuple[int, ...], pad_id: int = 0, name: str = ""
) -> Case:
    return Case(
        check,
        (_call("call", token_ids, pad_id),),
        derive=lambda seen: _each(seen, lambda mask: _filled(mask, scores)),
        any_form=True,
        name=name,
    )


def _each(seen: Observation, look: object, *, meta: bool = False) -> Observation:
    """What `look` sees of the mask; what is no tensor (or is without values) stands for itself."""
    mask = seen["call.out"]
    if not isinstance(mask, Tensor) or (mask.device.type != "cpu" and not meta):
        return {"call.out": mask}
    return {"call.out": look(mask)}  # type: ignore[operator]


def _blocked(mask: Value, scores: tuple[int, ...]) -> Value:
    """The blocked entries of scores [B, H, Sq, Sk] as [B, H, Sq, Sk] bool, or why there are none."""
    if not isinstance(mask, Tensor) or mask.device.type != "cpu":
        return mask
    return _entries(mask, scores)


def _entries(mask: Tensor, scores: tuple[int, ...], row: int | None = None) -> Value:
    try:
        entries = (mask != 0).broadcast_to(scores)
    except RuntimeError:
        return f"{list(mask.shape)} does not broadcast to {list(scores)}"
    return entries if row is None else entries[row]


def _filled(mask: Tensor, scores: tuple[int, ...]) -> Value:
    """As `_entries`, for a mask that masked_fill takes."""
    return _entries(mask, scores) if mask.dtype is torch.bool else f"{mask.dtype} is no mask for masked_fill"

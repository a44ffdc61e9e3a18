"""Cases of exercise 12: sizes that all differ, from each other and from 1: no shape is right by accident."""

from collections.abc import Iterator, Sequence

import torch

from grader.authoring import Call, Case, Draw, Observation, Raised, Value

SIZES = ("batch", "seq", "dim", "heads", "hidden", "layers")
FIXED = (2, 5, 12, 3, 20, 7)
KEYS = (
    "token_ids", "embedded", "norm_mean", "norm_var", "gamma", "attn_norm", "query_heads", "attn_scores",
    "blocked_mask", "attn_weights", "heads_merged", "attn_out", "residual_1", "ffn_hidden", "ffn_out",
    "residual_2", "memory",
)  # fmt: skip

GROUPS = {
    "shapes_of_the_norm": ("norm_mean", "norm_var", "gamma", "attn_norm"),
    "shapes_of_attention": (
        "query_heads",
        "attn_scores",
        "blocked_mask",
        "attn_weights",
        "heads_merged",
        "attn_out",
    ),
    "shapes_of_the_stream": (
        "token_ids",
        "embedded",
        "residual_1",
        "ffn_hidden",
        "ffn_out",
        "residual_2",
        "memory",
    ),
}


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield Case("example_all_ones", (_call(1, 1, 1, 1, 1),), _by_key, any_form=True)
    yield Case("example_all_threes", (_call(3, 3, 3, 3, 6, layers=2),), _by_key, any_form=True)
    for name, sizes in (("", FIXED), ("all_shapes_drawn", _sizes(draw))):
        step = Call("call", kwargs=dict(zip(SIZES, sizes, strict=True)), target="encoder_shape_trace")
        yield Case("all_shapes", (step,), _by_key, any_form=True, name=name)
    yield Case("all_shapes", (_call(*_sizes(draw)[:5]),), _by_key, any_form=True, name="all_shapes_one_layer")
    step = _call(*FIXED[:5], layers=7)
    for check, keys in GROUPS.items():
        yield Case(check, (step,), lambda seen, keys=keys: _shapes(seen, keys), any_form=True)
    yield Case("residual_terms_equal_shape", (step,), _residuals, any_form=True)
    yield Case("mask_broadcasts_to_scores", (step,), _broadcast, any_form=True)


def _call(*sizes: int, **layers: int) -> Call:
    return Call("call", sizes, layers, target="encoder_shape_trace")


def _sizes(draw: Draw) -> tuple[int, ...]:
    """batch, seq, dim, heads, hidden, layers: pairwise different, and D / H, 2 D and 1 are none of them."""
    primes = [(2, 3, 5, 7, 11, 13)[i] for i in torch.randperm(6, generator=draw.generator).tolist()]
    batch, seq, heads, width, layers, _ = primes
    dim = heads * width
    hidden = dim + next(n for n in primes if dim + n not in primes)
    return batch, seq, dim, heads, hidden, layers


def _by_key(seen: Observation) -> Observation:
    """Each shape under its own key, so that a difference names the key; what is no dict stands for each."""
    trace = seen["call.out"]
    return {**_shapes(seen, KEYS), "number of keys": len(trace) if isinstance(trace, dict) else trace}


def _shapes(seen: Observation, keys: Sequence[str]) -> Observation:
    trace = seen["call.out"]
    whole = isinstance(trace, dict)
    return {
        f"call.out[{key!r}]": _written(trace[key]) if whole else trace
        for key in keys
        if not whole or key in trace
    }


def _written(shape: Value) -> Value:
    """A sequence of int as text; anything else stands for itself."""
    whole = isinstance(shape, (tuple, list)) and all(type(size) is int for size in shape)
    return str(tuple(shape)) if whole else shape


def _residuals(seen: Observation) -> Observation:
    """Whether both terms of each sum have one shape; a missing key or another type stands for itself."""
    return _compared(seen, (("embedded", "attn_out"), ("residual_1", "ffn_out")), lambda a, b: a == b)


def _broadcast(seen: Observation) -> Observation:
    def fits(mask: Sequence[int], scores: Sequence[int]) -> bool:
        try:
            return tuple(torch.broadcast_shapes(tuple(mask), tuple(scores))) == tuple(scores)
        except RuntimeError:
            return False

    return _compared(seen, (("blocked_mask", "attn_scores"), ("blocked_mask", "attn_weights")), fits)


def _compared(seen: Observation, keys: Sequence[tuple[str, str]], holds: object) -> Observation:
    trace = seen["call.out"]
    if not isinstance(trace, dict):
        return {"call.out": trace}
    found: dict[str, Value] = {}
    for first, second in keys:
        pair = trace.get(first, Raised("KeyError")), trace.get(second, Raised("KeyError"))
        written = all(isinstance(_written(shape), str) for shape in pair)
        found[f"{first} and {second}"] = holds(*map(tuple, pair)) if written else pair  # type: ignore[operator]
    return found

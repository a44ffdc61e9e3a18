"""Cases of exercise 7: B=3, H=2, Sq=5, Sk=7, D=8, Dh=4; and B = H = S = Dh = 2, where a swap hides."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch
from torch import Tensor

from grader.authoring import (
    Build,
    Call,
    Case,
    Draw,
    Observation,
    Raised,
    Read,
    Value,
    gradients,
    trained_numbers,
)

HEADS = 2
DIM = 8
SIZES = {"dim": DIM, "num_heads": HEADS}
ENTRY = "MultiHeadAttention"
QUERIES, KEYS = 5, 7
CHANGED = 2
"""The token, or the sample, that is changed."""

PROJECTIONS = ("q_proj", "k_proj", "v_proj", "out_proj")
MASKED = 1e-6
"""Tolerance where a mask is in play: room for who renormalises and adds 1e-9 to the sum."""
ROOTED = 1e-6
"""Tolerance where the root of Dh is no float32: room for torch.sqrt(torch.FloatTensor([Dh]))."""


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    yield from _parameter_counts(draw)
    x = draw.normal(3, QUERIES, DIM)
    yield from _self_attention(draw, x)
    yield from _masked(draw, x)
    crossed = (x, draw.normal(3, KEYS, DIM), draw.normal(3, KEYS, DIM))
    yield Case("cross_attention_values", (_build(draw), _call("call", *crossed)))
    yield _beside_torch(draw)
    yield from _properties(draw, x)
    yield Case(
        "indivisible_dim_raises_ValueError",
        (Build(ENTRY, {"dim": 10, "num_heads": 4}, seed=draw.seed()),),
        derive=lambda seen: {"construction": seen.get("module.raised", "went through")},
        needs_values=False,
        any_form=True,
    )
    yield Case(
        "eval_deterministic_with_dropout",
        (_build(draw, dropout=0.5), *(_call(f"call{i}", x, x, x, seed=draw.seed()) for i in range(2))),
        derive=lambda seen: _gap(seen, "call0", "call1", lambda out: out),
        needs_values=False,
        any_form=True,
    )
    yield _dropout(draw)
    yield Case(
        "gradients_vs_reference",
        (
            _build(draw),
            _call(
                "call",
                *crossed,
                key_mask(draw),
                grad=("0", "1", "2", "parameters"),
                grad_item=0,
                seed=draw.seed(),
            ),
        ),
        derive=gradients,
        tolerance=MASKED,
    )
    yield _fully_blocked(draw, x)


def _fully_blocked(draw: Draw, x: Tensor) -> Case:
    """One query of one sample without a key (the global contract); the others keep theirs."""
    pairs = torch.zeros(3, 1, QUERIES, QUERIES, dtype=torch.bool)
    row = int(draw.integers(0, QUERIES, 1))
    pairs[1, 0, row] = True
    return Case(
        "fully_blocked_row_zero",
        (_build(draw), _call("call", x, x, x, pairs)),
        derive=lambda seen: {
            "output": seen["call.out"][0][1, row],
            "weights": seen["call.out"][1][1, :, row],
        },
    )


def key_mask(draw: Draw, keys: int = KEYS) -> Tensor:
    """[3, 1, 1, keys] bool: one or two keys blocked in each sample, so that the inverse blocks not all."""
    mask = torch.zeros(3, keys, dtype=torch.bool)
    for count, sample in enumerate(draw.normal(3).argsort().tolist()):
        mask[sample, draw.normal(keys).argsort()[: 1 + count % 2]] = True
    return mask[:, None, None, :]


def _build(
    draw: Draw,
    sizes: Mapping[str, int] = SIZES,
    *,
    dropout: float | None = None,
    fixed: Mapping[str, float | Tensor] | None = None,
    dtype: str = "float64",
) -> Build:
    kwargs = dict(sizes) if dropout is None else {**sizes, "dropout": dropout}
    return Build(ENTRY, kwargs, dtype, seed=draw.seed(), weights=draw.weights(fixed))


def _call(name: str, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None, **options: Any) -> Call:
    """A call by position; without a mask the argument is left out."""
    return Call(name, (q, k, v) if mask is None else (q, k, v, mask), on="module", **options)


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples: D=4, H=2, three tokens."""
    one = torch.eye(4)
    fixed: dict[str, float | Tensor] = {
        "q_proj.weight": one,
        "k_proj.weight": one[[1, 0, 3, 2]],
        "v_proj.weight": 2 * one,
        "out_proj.weight": one[[3, 2, 1, 0]],
        "q_proj.bias": 0.0,
        "k_proj.bias": 0.0,
        "v_proj.bias": 0.0,
        "out_proj.bias": torch.tensor([0.5, 0.0, 0.0, -0.5]),
    }
    x = torch.tensor([[[1.0, 0.0, 2.0, 0.0], [0.0, 1.0, 0.0, 1.0], [1.0, 1.0, 0.0, 2.0]]])
    last = torch.tensor([[[[False, False, True]]]])
    build = _build(draw, {"dim": 4, "num_heads": 2}, fixed=fixed, dtype="float32")
    yield Case("example_self_attention", (build, _call("call", x, x, x)), tolerance=2e-6)
    yield Case("example_last_key_blocked", (build, _call("call", x, x, x, last)), tolerance=2e-6)


def _parameter_counts(draw: Draw) -> Iterator[Case]:
    """D=12 with two heads, with three and with one."""
    for heads in (2, 3, 1):
        yield Case(
            "parameters_4D2_plus_4D",
            (
                Build(ENTRY, {"dim": 12, "num_heads": heads}, seed=draw.seed()),
                Read("parameters", "parameters"),
            ),
            derive=trained_numbers,
            needs_values=False,
            name=f"parameters_{heads}_heads",
        )


def _self_attention(draw: Draw, x: Tensor) -> Iterator[Case]:
    check = "self_attention_values"
    other = draw.normal(2, 6, DIM)
    square = draw.normal(2, 2, 4)
    yield Case(check, (_build(draw), _call("call", x, x, x)), aligns=True)
    yield Case(check, (_build(draw), _call("call", other, other, other)), aligns=True, name="values_again")
    yield Case(
        check,
        (_build(draw, {"dim": 4, "num_heads": 2}), _call("call", square, square, square)),
        tolerance=ROOTED,
        name="values_square",
    )


def _masked(draw: Draw, x: Tensor) -> Iterator[Case]:
    """Blocked keys, blocked pairs, and blocked keys where all sizes are equal."""
    pairs = draw.normal(3, 1, QUERIES, QUERIES).argsort(dim=-1) < 2
    square = draw.normal(2, 2, 4)
    first = torch.tensor([[True, False], [False, True]])[:, None, None, :]

    def values(name: str, build: Build, of: Tensor, mask: Tensor) -> Case:
        call = _call("call", of, of, of, mask)
        return Case("self_attention_masked", (build, call), tolerance=MASKED, name=name)

    yield values("masked_keys", _build(draw), x, key_mask(draw, QUERIES))
    yield values("masked_pairs", _build(draw), x, pairs)
    yield values("masked_square", _build(draw, {"dim": 4, "num_heads": 2}), square, first)


def _beside_torch(draw: Draw) -> Case:
    """Three inputs and a mask for each head; the reference agrees with torch's module to 1e-12 (anchored)."""
    of = (draw.normal(3, QUERIES, DIM), draw.normal(3, KEYS, DIM), draw.normal(3, KEYS, DIM))
    mask = draw.normal(3, HEADS, QUERIES, KEYS).argsort(dim=-1) < 3
    call = _call("call", *of, mask)
    return Case("matches_nn_MultiheadAttention", (_build(draw), call), tolerance=MASKED)


def _properties(draw: Draw, x: Tensor) -> Iterator[Case]:
    """What holds under any weights, of the output alone; the weights count where they have their form."""
    sample, token = x.clone(), x.clone()
    sample[CHANGED] += draw.normal(QUERIES, DIM)
    token[:, CHANGED] += draw.normal(3, DIM, mean=1.0)
    yield Case(
        "batch_independent",
        (_build(draw), _call("call", x, x, x), _call("other", sample, sample, sample)),
        derive=lambda seen: _gap(seen, "call", "other", lambda out: out[:CHANGED]),
        needs_values=False,
        any_form=True,
    )
    yield Case(
        "tokens_do_mix",
        (_build(draw), _call("call", x, x, x), _call("other", token, token, token)),
        derive=_moved,
        needs_values=False,
        any_form=True,
    )
    order = torch.tensor([3, 1, 4, 0, 2])
    turned = x[:, order]
    yield Case(
        "permutation_equivariant",
        (_build(draw), _call("call", x, x, x), _call("turned", turned, turned, turned)),
        derive=lambda seen: _turned(seen, order),
        needs_values=False,
        any_form=True,
    )


def _outputs(seen: Observation, *names: str) -> tuple[Tensor, ...] | None:
    """The outputs [B, Sq, D] of calls, the first of a pair or returned alone; None if one is neither."""
    found = []
    for name in names:
        out = seen[f"{name}.out"]
        out = out[0] if isinstance(out, (tuple, list)) and len(out) else out
        if not isinstance(out, Tensor) or out.shape != (3, QUERIES, DIM) or out.device.type != "cpu":
            return None
        found.append(out.double())
    return tuple(found)


def _gap(seen: Observation, one: str, other: str, part: Callable[[Tensor], Tensor]) -> Observation:
    outputs = _outputs(seen, one, other)
    if outputs is None:
        return _as_it_is(seen, one)
    return {"gap": part(outputs[0]) - part(outputs[1])}


def _as_it_is(seen: Observation, name: str) -> Observation:
    """What a call gave, where it has not the form of an output."""
    value: Value = seen[f"{name}.out"]
    return {"gap": value if isinstance(value, Raised) else "no output [B, Sq, D]"}


def _moved(seen: Observation) -> Observation:
    """For each token of the first sample, whether its output moved when another token was changed."""
    outputs = _outputs(seen, "call", "other")
    if outputs is None:
        return _as_it_is(seen, "call")
    gap = (outputs[0] - outputs[1])[0].abs().amax(dim=-1)
    return {f"token {i} moves": bool(gap[i] > 1e-9) for i in range(QUERIES) if i != CHANGED}


def _turned(seen: Observation, order: Tensor) -> Observation:
    """What is left of the difference when the tokens' order is taken out again, of outputs and of weights."""
    outputs = _outputs(seen, "call", "turned")
    if outputs is None:
        return _as_it_is(seen, "call")
    found: dict[str, Value] = {"output": outputs[0][:, order] - outputs[1]}
    weights = [seen[f"{name}.out"][1] for name in ("call", "turned") if len(seen[f"{name}.out"]) == 2]
    wanted = (3, HEADS, QUERIES, QUERIES)
    fit = [isinstance(w, Tensor) and w.shape == wanted and w.device.type == "cpu" for w in weights]
    if fit == [True, True]:
        found["weights"] = weights[0][:, :, order][..., order] - weights[1]
    return found


def _dropout(draw: Draw) -> Case:
    """One key whose value is 1 throughout: a head's features are all zero iff its one weight was dropped."""
    fixed: dict[str, float | Tensor] = {
        "v_proj.weight": 0.0,
        "v_proj.bias": 1.0,
        "out_proj.weight": torch.eye(DIM),
        "out_proj.bias": 0.0,
    }
    one, many = draw.normal(75, 1, DIM), draw.normal(75, 80, DIM)
    return Case(
        "train_dropout_hits_weights",
        (_build(draw, dropout=0.3, fixed=fixed), _call("call", many, one, one, train=True, seed=draw.seed())),
        derive=_rates,
        tolerance=0.04,
    )


def _rates(seen: Observation) -> Observation:
    output, weights = seen["call.out"]
    zero = output.unflatten(-1, (HEADS, -1)).abs() < 1e-9  # [B, Sq, H, Dh]
    kept = output[output.abs() >= 1e-9]
    return {
        "heads dropped whole": float(zero.all(dim=-1).double().mean()),
        "heads dropped in part": float((zero.any(dim=-1) & ~zero.all(dim=-1)).double().mean()),
        "kept value": float(kept.mean()) if len(kept) else 0.0,
        "returned weights are all 1": bool(((weights - 1).abs() < 1e-9).all()),
    }

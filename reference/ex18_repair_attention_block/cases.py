"""Cases of exercise 18: B=2, S=5, D=12, H=3, F=20; B = S, where a padding mask fits attn_mask; and all
sizes equal.
"""

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from grader.authoring import Build, Call, Case, Draw, Observation, Read, changed_inputs, gap, padding

HEADS = 3
DIM = 12
SIZES = {"d_model": DIM, "n_heads": HEADS, "d_ff": 20, "dropout": 0.0}
CUBE = {"d_model": HEADS, "n_heads": HEADS, "d_ff": HEADS, "dropout": 0.0}
ENTRY = "TransformerEncoderBlock"


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    yield from _values(draw)
    yield from _independence(draw)
    yield from _structure(draw)
    yield _dropout(draw)


def _dropout(draw: Draw) -> Case:
    """Attention that gives ones everywhere, and nothing from the FFN: what varies within a token was dropped out."""
    fixed: dict[str, float | Tensor] = dict.fromkeys(
        ("norm1.weight", "norm2.weight", "self_attn.out_proj.bias"), 1.0
    )
    silent = ("self_attn.out_proj.weight", "norm1.bias", "norm2.bias", "ffn.net.3.weight", "ffn.net.3.bias")
    made = Build(
        ENTRY,
        SIZES | {"dropout": 0.5},
        seed=draw.seed(),
        weights=draw.weights(fixed | dict.fromkeys(silent, 0.0)),
    )
    x = torch.zeros(1, 40, DIM, dtype=torch.float64)
    return Case(
        "dropout_is_kept",
        (
            made,
            Call("call", (x,), on="module", train=True, seed=draw.seed()),
            Read("rate", "attribute", "self_attn.dropout"),
        ),
        derive=lambda seen: {"output": bool(seen["call.out"].std(-1).max() > 0.1), "attention": seen["rate"]},
    )


def build(draw: Draw, sizes: Mapping[str, float] = SIZES, dtype: str = "float64") -> Build:
    """The block with random weights."""
    return Build(ENTRY, sizes, dtype, seed=draw.seed(), weights=draw.weights())


def call(name: str, x: Tensor, is_pad: Tensor | None = None) -> Call:
    """One pass in eval mode; a mask that is not given is left out of the call."""
    return Call(name, (x,), {} if is_pad is None else {"is_pad": is_pad}, on="module")


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples: identity matrices, no offsets."""
    eye = torch.eye(4)
    fixed: dict[str, float | Tensor] = {
        "self_attn.in_proj_weight": torch.cat([eye, eye, eye]),
        "self_attn.out_proj.weight": eye,
        "ffn.net.0.weight": eye,
        "ffn.net.3.weight": eye,
        "norm1.weight": 1.0,
        "norm2.weight": 1.0,
    }
    offsets = ("self_attn.in_proj_bias", "self_attn.out_proj.bias", "ffn.net.0.bias", "ffn.net.3.bias")
    fixed |= dict.fromkeys((*offsets, "norm1.bias", "norm2.bias"), 0.0)
    sizes = {"d_model": 4, "n_heads": 2, "d_ff": 4, "dropout": 0.0}
    x = torch.tensor(
        [
            [[1.0, 0.0, 2.0, 0.0], [0.0, 1.0, 0.0, 1.0], [2.0, 1.0, 0.0, 0.0]],
            [[0.0, 2.0, 1.0, 0.0], [1.0, 1.0, 0.0, 2.0], [3.0, 0.0, 0.0, 1.0]],
        ]
    )
    made = Build(ENTRY, sizes, "float32", seed=draw.seed(), weights=draw.weights(fixed))
    yield Case("example_no_padding", (made, call("call", x)), tolerance=1e-5, exact_dtype=True)
    padded = call("call", x, padding("..x", "..."))
    yield Case("example_padding", (made, padded), tolerance=1e-5, exact_dtype=True)


def _values(draw: Draw) -> Iterator[Case]:
    """Values without a mask, with one that cannot be taken for an attention mask, and with one that can."""
    check = "values_no_mask"
    yield Case(check, (build(draw), call("call", draw.normal(2, 5, DIM))), aligns=True)
    again = Call("call", (draw.normal(4, 3, DIM, mean=0.5),), {"is_pad": None}, on="module")
    yield Case(check, (build(draw), again), aligns=True, name="values_again")
    cube = draw.normal(HEADS, HEADS, HEADS)
    yield Case(check, (build(draw, CUBE), call("call", cube)), name="values_cube")
    check, mask, x = "values_masked_B_ne_S", padding("...xx", ".x..."), draw.normal(2, 5, DIM)
    yield Case(check, (build(draw), call("call", x, mask)))
    half = (build(draw, dtype="float32"), call("call", x.float(), mask))
    yield Case(check, half, tolerance=1e-5, exact_dtype=True, name="values_masked_float32")
    # B * H = 6 and S = 6: heads and samples in the other order would fit as well
    six = call("call", draw.normal(2, 6, DIM), padding("....xx", "..x..."))
    yield Case(check, (build(draw), six), name="values_masked_six")
    check, square = "values_masked_B_eq_S", padding("....x", "...xx", ".....", ".x...", "x....")
    yield Case(check, (build(draw), call("call", draw.normal(5, 5, DIM), square)))
    cubed = call("call", cube, padding("..x", "...", ".x."))
    yield Case(check, (build(draw, CUBE), cubed), name="values_masked_cube")


def _independence(draw: Draw) -> Iterator[Case]:
    """Who may depend on whom."""
    x, mask = draw.normal(3, 5, DIM), padding("...xx", ".x...", ".....")
    moved = x.clone()
    moved[1] = draw.normal(5, DIM)
    yield Case(
        "batch_independence",
        (build(draw), call("one", x), call("moved", moved)),
        derive=gap("one", "moved", at=[0, 2]),
        needs_values=False,
    )
    changed = x.clone()
    changed[0, 3] = draw.normal(DIM, scale=2.0)
    yield Case(
        "tokens_mix",
        (build(draw), call("one", x), call("changed", changed)),
        derive=_others_move,
        needs_values=False,
    )
    real = ~mask
    other = torch.where(real[..., None], x, draw.normal(3, 5, DIM, scale=2.0))
    longer = torch.cat([x, draw.normal(3, 2, DIM)], dim=1)
    further = torch.cat([mask, padding("xx", "xx", "xx")], dim=1)
    yield Case(
        "padding_invariance",
        (build(draw), call("one", x, mask), call("other", other, mask), call("longer", longer, further)),
        derive=lambda seen: {
            "other content": (seen["one.out"] - seen["other.out"])[real],
            "more padding": (seen["one.out"] - seen["longer.out"][:, :5])[real],
        },
        needs_values=False,
    )
    tokens = x[:, :1]
    yield Case(
        "sequence_length_one_and_batch_one",
        (
            build(draw),
            call("batch", x),
            call("sample", x[:1]),
            call("tokens", tokens),
            call("token", tokens[:1]),
        ),
        derive=lambda seen: {
            "sample": seen["batch.out"][:1] - seen["sample.out"],
            "token": seen["tokens.out"][:1] - seen["token.out"],
        },
        needs_values=False,
    )


def _others_move(seen: Observation) -> Observation:
    """Whether each other token of sample 0 moves when its token 3 changes."""
    gap = (seen["one.out"] - seen["changed.out"])[0].abs().amax(dim=-1)  # [S]
    return {"moves": (gap[[0, 1, 2, 4]] > 1e-7).tolist()}


def _structure(draw: Draw) -> Iterator[Case]:
    """What was to be kept."""
    fresh = Build(ENTRY, SIZES, seed=draw.seed())
    x = draw.normal(2, 5, DIM, mean=1.0)
    yield Case("still_post_ln", (fresh, call("call", x)), derive=_normalised, needs_values=False)
    yield Case(
        "parts_are_kept",
        (fresh, Read("modules", "modules"), Read("parameters", "parameters")),
        derive=_parts,
        needs_values=False,
        any_form=True,
    )
    yield Case(
        "inputs_not_mutated",
        (fresh, call("call", draw.normal(3, 3, DIM), padding("..x", "...", ".x."))),
        derive=changed_inputs,
        needs_values=False,
        any_form=True,
    )


def _normalised(seen: Observation) -> Observation:
    """A fresh norm2 comes last: every token of the output has mean 0 and variance 1."""
    out = seen["call.out"]
    return {
        "means are 0": bool(out.mean(dim=-1).abs().max() < 1e-6),
        "variances are 1": bool((out.var(dim=-1, unbiased=False) - 1).abs().max() < 1e-2),
    }


def _parts(seen: Observation) -> Observation:
    modules, parameters = seen["modules"], seen["parameters"]
    if not isinstance(modules, tuple) or not isinstance(parameters, tuple):
        return {"modules": modules}
    names = {path for path, _ in modules}
    kept = {name: name in names for name in ("self_attn", "ffn", "norm1", "norm2", "dropout")}
    return {**kept, "torch's attention": "self_attn.in_proj_weight" in {row[0] for row in parameters}}

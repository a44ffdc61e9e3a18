"""Cases of exercise 20: B=2, T=4, S=5, D=12, H=3, F=20; and B=T=S=H=D=F, where a swapped axis would hide."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import torch
from torch import Tensor

from grader.authoring import (
    Build,
    Call,
    Case,
    Draw,
    Earlier,
    Observation,
    Raised,
    Read,
    Step,
    blocked,
    changed_inputs,
    gap,
    named,
    output_shapes,
    trained_numbers,
)

HEADS = 3
DIM = 12
SIZES = {"dim": DIM, "num_heads": HEADS, "hidden_dim": 20}
SQUARE = {"dim": HEADS, "num_heads": HEADS, "hidden_dim": HEADS}
TARGET, SOURCE = "target_blocked_mask", "source_blocked_mask"
CAUSAL, COMBINE = "causal_blocked_mask", "combine_blocked_masks"
MATRICES = (
    *(f"{side}_attn.{name}_proj" for side in ("self", "cross") for name in ("q", "k", "v", "out")),
    "ffn.net.0",
    "ffn.net.3",
)


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    layer = Layers(draw)
    yield from _examples(layer)
    yield from _masks(draw)
    yield from _values(layer)
    yield from _flow(layer)
    yield from _contract(layer)


class Layers:
    """Makes the steps of cases around one layer."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    def build(
        self,
        sizes: Mapping[str, int] = SIZES,
        fixed: Mapping[str, float | Tensor] | None = None,
        dtype: str = "float64",
        dropout: float | None = None,
    ) -> Build:
        """Construct the layer with random weights, except the fixed ones."""
        kwargs = dict(sizes) if dropout is None else {**sizes, "dropout": dropout}
        return Build("DecoderLayer", kwargs, dtype, seed=self.draw.seed(), weights=self.draw.weights(fixed))


def call(name: str, x: Tensor, memory: Tensor, target: object = None, source: object = None) -> Call:
    """One pass; a mask that is not given is left out of the call."""
    masks = {key: mask for key, mask in ((TARGET, target), (SOURCE, source)) if mask is not None}
    return Call(name, (x, memory), masks, on="module")


def causal(size: int) -> Tensor:
    """The right causal mask, [1, 1, size, size]."""
    return torch.arange(size)[None, None, :, None] < torch.arange(size)


def of_any_size(draw: Draw) -> Case:
    """One causal mask of a size from 5 to 24."""
    return Case("computation", (Call("call", (int(draw.integers(5, 25, 1)),), target=CAUSAL),))


def _examples(layer: Layers) -> Iterator[Case]:
    """The statement's own examples."""
    padding = torch.tensor([[[[False, False, True]]], [[[True, False, False]]]])
    yield Case(
        "example_masks",
        (Call("causal", (3,), target=CAUSAL), Call("combined", (causal(3), padding), target=COMBINE)),
        exact_dtype=True,
    )
    fixed: dict[str, float | Tensor] = {}
    for owner in MATRICES:
        fixed |= {f"{owner}.weight": torch.eye(4), f"{owner}.bias": 0.0}
    for norm in ("self_norm", "cross_norm", "ffn_norm"):
        fixed |= {f"{norm}.weight": 1.0, f"{norm}.bias": 0.0}
    x = torch.tensor([[[1.0, 0.0, 2.0, 0.0], [0.0, 1.0, 0.0, 1.0]]])
    memory = torch.tensor([[[1.0, 1.0, 0.0, 0.0], [0.0, 2.0, 0.0, 1.0], [5.0, 5.0, 5.0, 5.0]]])
    build = layer.build({"dim": 4, "num_heads": 2, "hidden_dim": 4}, fixed, "float32")
    yield Case(
        "example_decoder_layer",
        (build, call("call", x, memory, causal(2), blocked("..x"))),
        tolerance=1e-5,
        exact_dtype=True,
    )


def _masks(draw: Draw) -> Iterator[Case]:
    """Both functions by themselves, on the right masks."""
    sizes = (1, 4, 7)
    yield Case(
        "causal_mask_values",
        tuple(Call(f"size{n}", (n,), target=CAUSAL) for n in sizes),
        exact_dtype=True,
    )
    # torch knows this device's name and has never had the device: who makes a tensor there fails, who ignores
    # the argument does not. A meta tensor would show as much, at the price of a second for its first triu.
    yield Case(
        "causal_mask_values",
        (Call("elsewhere", (4,), {"device": "fpga"}, target=CAUSAL),),
        derive=lambda seen: {"made on the device asked for": isinstance(seen["elsewhere.out"], Raised)},
        any_form=True,
        name="causal_mask_device",
    )
    full = draw.integers(0, 2, 2, 1, 4, 4).bool()
    other = draw.integers(0, 2, 2, 1, 4, 4).bool()
    full[0, 0, 0, 0] = other[0, 0, 0, 1] = True
    full[0, 0, 0, 1] = other[0, 0, 0, 0] = False
    padding = blocked("..xx", "x...")
    yield Case(
        "combine_is_union",
        (
            Call("causal_first", (causal(4), padding), target=COMBINE),
            Call("padding_first", (), {"a": padding, "b": causal(4)}, target=COMBINE),
            Call("equal_shapes", (full, other), target=COMBINE),
            Call("every_head", (draw.integers(0, 2, 2, 3, 4, 4).bool(), padding), target=COMBINE),
        ),
        exact_dtype=True,
    )


def _values(layer: Layers) -> Iterator[Case]:
    """Values with masks and without, all sizes different and all equal."""
    draw, build = layer.draw, layer.build
    x, memory = draw.normal(2, 4, DIM), draw.normal(2, 5, DIM)
    cube = (draw.normal(3, 3, 3), draw.normal(3, 3, 3))
    check, source = "values_all_masks", blocked("...xx", ".x...")
    yield Case(check, (build(), call("call", x, memory, causal(4), source)))
    together = causal(4) | blocked("...x", "..x.")
    yield Case(check, (build(), call("call", x, memory, together, source)), name="values_target_padding")
    thirds = blocked("..x", "...", ".x.")
    yield Case(check, (build(SQUARE), call("call", *cube, causal(3), thirds)), name="values_all_masks_square")
    check = "values_no_masks"
    yield Case(check, (build(), call("call", x, memory)), aligns=True)
    again = Call(
        "call",
        (draw.normal(3, 2, DIM, mean=0.5), draw.normal(3, 7, DIM)),
        {TARGET: None, SOURCE: None},
        on="module",
    )
    yield Case(check, (build(), again), aligns=True, name="values_again")
    yield Case(check, (build(SQUARE), call("call", *cube)), name="values_square")
    yield Case(
        check,
        (build(dtype="float32"), call("call", x.float(), memory.float())),
        tolerance=1e-5,
        exact_dtype=True,
        name="values_float32",
    )


def _flow(layer: Layers) -> Iterator[Case]:
    """Who may depend on whom."""
    draw, build = layer.draw, layer.build
    x, memory, source = draw.normal(2, 4, DIM), draw.normal(2, 5, DIM), blocked("...xx", ".x...")
    later = x.clone()
    later[:, 2:] = draw.normal(2, 2, DIM)
    yield Case(
        "causality",
        (build(), *(call(n, t, memory, causal(4), source) for n, t in (("one", x), ("later", later)))),
        derive=gap("one", "later", at=(slice(None), slice(2))),
        needs_values=False,
    )
    yield Case(
        "own_causal_mask_end_to_end",
        (
            Call("causal", (4,), target=CAUSAL),
            Call("combined", (Earlier("causal"), blocked("...x", "..x.")), target=COMBINE),
            build(),
            call("alone", x, memory, Earlier("causal")),
            call("both", x, memory, Earlier("combined"), source),
        ),
        derive=named("alone.out", "both.out"),
        any_form=True,
    )
    padded = memory.masked_fill(source[:, 0, 0, :, None], 50.0)
    yield Case(
        "source_padding_invariance",
        (build(), *(call(n, x, m, causal(4), source) for n, m in (("one", memory), ("other", padded)))),
        derive=gap("one", "other"),
        needs_values=False,
    )
    moved = memory.clone()
    moved[0, 1], moved[1, 2] = draw.normal(DIM, scale=2.0), draw.normal(DIM, scale=2.0)
    yield Case(
        "memory_is_used",
        (build(), *(call(n, x, m, causal(4), source) for n, m in (("one", memory), ("moved", moved)))),
        derive=_moves,
        needs_values=False,
    )
    pairs = ((3, 7), (6, 2), (1, 4))
    yield Case(
        "different_source_and_target_lengths",
        (
            build(),
            *(call(f"t{t}s{s}", draw.normal(2, t, DIM), draw.normal(2, s, DIM), causal(t)) for t, s in pairs),
        ),
        derive=output_shapes,
        needs_values=False,
    )


def _moves(seen: Observation) -> Observation:
    gap = (seen["one.out"] - seen["moved.out"]).abs().amax(dim=(1, 2))  # [B]
    return {"moves": (gap > 1e-6).tolist()}


def _contract(layer: Layers) -> Iterator[Case]:
    """Parameters, gradients, inputs, dropout."""
    draw, build = layer.draw, layer.build
    x, memory, source = draw.normal(2, 4, DIM), draw.normal(2, 5, DIM), blocked("...xx", ".x...")
    yield Case(
        "parameter_count_16D2_form",
        (Build("DecoderLayer", SIZES, seed=draw.seed()), Read("parameters", "parameters")),
        derive=trained_numbers,
        needs_values=False,
    )
    slopes = Call(
        "call", (x, memory), {TARGET: causal(4), SOURCE: source}, on="module", train=True, grad=("idle",)
    )
    yield Case(
        "all_parameters_get_gradient",
        (build(), slopes),
        derive=lambda seen: {"without gradient": seen["call.grad.idle"]},
        needs_values=False,
    )
    yield Case(
        "inputs_not_mutated",
        (
            Call("combined", (causal(4).repeat(2, 1, 1, 1), blocked("...x", "..x.")), target=COMBINE),
            build(),
            replace(call("call", x, memory, causal(4), source), train=True),
            call("alone", x, memory),
        ),
        derive=changed_inputs,
        needs_values=False,
        any_form=True,
    )
    yield _dropout(layer)


def _dropout(layer: Layers) -> Case:
    """Two passes in training through one sub-layer alone, the others giving 0; two passes in eval mode
    through all.
    """
    draw = layer.draw
    x, memory = draw.normal(2, 4, DIM), draw.normal(2, 5, DIM)
    last = {"self": "self_attn.out_proj", "cross": "cross_attn.out_proj", "ffn": "ffn.net.3"}
    steps: list[Step] = []
    for part in ("self", "cross", "ffn", "none"):
        silent = {
            f"{owner}.{kind}": 0.0
            for other, owner in last.items()
            if other != part
            for kind in ("weight", "bias")
        }
        build = layer.build(fixed=silent if part != "none" else {}, dropout=0.5)
        steps.append(replace(build, name=part))
        for time in ("once", "again"):
            steps.append(Call(f"{part}.{time}", (x, memory), on=part, train=part != "none", seed=draw.seed()))
    return Case("dropout_reaches_every_sublayer", tuple(steps), derive=_drops)


def _drops(seen: Observation) -> Observation:
    parts = ("self", "cross", "ffn", "none")
    gaps = {part: (seen[f"{part}.once.out"] - seen[f"{part}.again.out"]).abs().max() for part in parts}
    return {f"{part} drops": bool(gap > 1e-6) for part, gap in gaps.items()}

"""Cases of exercise 19: four that ask for one repair each, and those of exercise 9 that ask for all."""

from collections.abc import Iterator

import torch

from grader.authoring import Build, Call, Case, Draw, Observation, Probe, Read, blocked

from ..ex09_encoder.cases import (
    DIM,
    ENTRY,
    LAYERS,
    MASK,
    example,
    factory_calls,
    output,
    random_stack,
    record,
    stack,
    value_cases,
    zero_layers,
)


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    yield from _repairs(draw)
    yield factory_calls(draw)
    yield from value_cases(draw)
    yield zero_layers(draw)


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples."""
    first = [[1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]]
    second = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]
    biases = torch.tensor([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    x = torch.tensor([[[1.0, 2.0, 3.0], [0.0, 1.0, -1.0], [4.0, 0.0, 2.0]]])
    build = example(draw, torch.tensor([first, second]), biases)
    for check, args in (("example_two_layers", (x,)), ("example_two_layers_masked", (x, blocked(".x.")))):
        call = Call("call", args, on="module")
        yield Case(check, (build, call), derive=output, tolerance=1e-5, exact_dtype=True)


def _repairs(draw: Draw) -> Iterator[Case]:
    """One question for each planted bug, which the other three do not disturb."""
    x = draw.normal(2, 5, DIM)
    mask = blocked("...xx", ".x...")
    call = Call("call", (x,), {MASK: mask}, on="module")
    yield Case("layers_are_distinct", (stack(draw), call), derive=_different, needs_values=False)
    yield Case(
        "layer_parameters_registered",
        (random_stack(draw), Read("parameters", "parameters")),
        derive=_registered,
        needs_values=False,
    )

    def reached(seen: Observation) -> Observation:
        masks = record(seen).get("masks", ())
        return {"unmasked_calls": sum(not _equal(found, mask) for found in masks), "called": len(masks) > 0}

    yield Case("mask_reaches_every_layer", (stack(draw), call), derive=reached, needs_values=False)
    kwargs = {"layer_factory": Probe("IdentityFactory"), "num_layers": LAYERS, "dim": DIM}
    build = Build(ENTRY, kwargs, seed=draw.seed(), weights=draw.weights())
    identity = Call("call", (x,), on="module")
    # Wide enough for eps: a multiple of x has the same norm as x, and what scales it is another question.
    yield Case("final_norm_applied", (build, identity), derive=output, tolerance=1e-3)


def _different(seen: Observation) -> Observation:
    """How many layers run that do not share their numbers with another."""
    return {"different_layers": len(set(record(seen).get("order", ())))}


def _registered(seen: Observation) -> Observation:
    """For how many layers a weight is registered; a layer that stands there thrice has it thrice."""
    weights = [shape for _, shape, _, _ in seen["parameters"] if tuple(shape) == (DIM, DIM)]
    return {"registered": min(len(weights), LAYERS)}


def _equal(found: object, mask: torch.Tensor) -> bool:
    return isinstance(found, torch.Tensor) and found.shape == mask.shape and bool((found == mask).all())

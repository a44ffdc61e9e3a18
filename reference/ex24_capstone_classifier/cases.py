"""Cases of exercise 24: what holds of a fresh model, what one training shows, and values that name a mistake.

The training is one program of steps: its cases have the very same tuple of steps, so that a submission is
trained once. What is expected of it is written down: the reference is trained in the author's gate alone.
"""

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from grader.authoring import (
    Build,
    Call,
    Case,
    Draw,
    Observation,
    Step,
    Train,
    Value,
    outputs,
    type_name,
)

from .task import Sequences, draw_partners, draw_sequences

ENTRY = "build_classifier"
SIZES = {"vocab": 10, "dim": 32, "num_heads": 4, "hidden_dim": 64, "num_layers": 2}
SMALL = {"vocab": 10, "dim": 12, "num_heads": 3, "hidden_dim": 20, "num_layers": 2}
HEADS = 3
BATCH, STEPS, PARTS = 64, 600, 6
LEARNING_RATE = 3e-3
FRESH, PADS = 2000, 12
LEAST_ACCURACY, MOST_UNTRAINED = 0.93, 0.7
LEAST_SIBLING = 0.75
"""Of a model trained on the sibling of the task; a rule written for the task itself is at 0.5 there."""
SHIFT = 1e-4
ROUNDING = 1e-3
"""Logits of a trained model are computed in float32: the rounding of large ones may pass 1e-4, and no
fault stays below this.
"""


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    fresh = draw_sequences(draw, FRESH)
    steps = _training(draw, fresh)
    yield Case(
        "accuracy_threshold",
        steps,
        derive=lambda seen: _accuracy(seen, "trained", fresh.labels),
        expected={"accuracy": f"at least {LEAST_ACCURACY}"},
        any_form=True,
    )
    yield from _evidence(draw)
    yield from _padding(draw, steps)
    yield _sibling(draw)
    yield Case(
        "untrained_is_not_accurate",
        (_build(draw, SIZES, "float32"), _call("untrained", fresh)),
        derive=lambda seen: _ignorance(seen, fresh.labels),
        any_form=True,
        needs_values=False,
    )
    few = draw_sequences(draw, 16)
    slopes = Call("call", (few.ids, few.is_pad), on="module", train=True, grad=("idle",), seed=draw.seed())
    yield Case(
        "every_parameter_gets_gradient",
        (_build(draw, SIZES, "float32"), slopes),
        derive=lambda seen: {"without gradient": seen.get("call.grad.idle", seen["call.out"])},
        any_form=True,
        needs_values=False,
    )
    yield from _attention(draw)


def _build(draw: Draw, sizes: Mapping[str, int] = SIZES, dtype: str = "float64") -> Build:
    """A model with the weights that it gives itself."""
    return Build(ENTRY, sizes, dtype, seed=draw.seed())


def _call(name: str, sequences: Sequences) -> Call:
    return Call(name, (sequences.ids, sequences.is_pad), on="module")


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples, which are about form alone."""
    ids = torch.tensor([[3, 5, 3, 7, 1], [2, 8, 9, 4, 0], [6, 1, 1, 5, 2]])
    is_pad = ids == 0
    build = _build(draw, SIZES, "float32")
    first = Call("call", (ids, is_pad), on="module")
    yield Case(
        "example_logits_shape",
        (build, first),
        derive=_form,
        any_form=True,
        needs_values=False,
        exact_dtype=True,
    )
    second = Call("call", (ids[:1, :4], is_pad[:1, :4]), on="module")
    yield Case(
        "example_one_sequence",
        (build, second, first),
        derive=_form,
        any_form=True,
        needs_values=False,
        exact_dtype=True,
    )


def _form(seen: Observation) -> Observation:
    return {
        name: (tuple(value.shape), str(value.dtype)) if isinstance(value, Tensor) else type_name(value)
        for name, value in outputs(seen).items()
    }


def _training(draw: Draw, fresh: Sequences) -> tuple[Step, ...]:
    """600 steps in six parts, then 2,000 fresh sequences, as they are and with 12 pads more."""
    return (*_lessons(draw), _call("trained", fresh), _call("padded", fresh.with_pads(PADS)))


def _lessons(draw: Draw, partners: Tensor | None = None) -> tuple[Step, ...]:
    steps: list[Step] = [_build(draw, SIZES, "float32")]
    for part in range(PARTS):
        data = draw_sequences(draw, BATCH * STEPS // PARTS, partners)
        inputs = (data.ids, data.is_pad)
        steps.append(Train(f"part{part}", inputs, data.labels, BATCH, LEARNING_RATE, seed=draw.seed()))
    return tuple(steps)


def _sibling(draw: Draw) -> Case:
    """The same code, trained on secret pairs of ids: who has the answer from training learns these, too."""
    partners = draw_partners(draw)
    fresh = draw_sequences(draw, FRESH, partners)
    return Case(
        "learns_a_sibling",
        (*_lessons(draw, partners), _call("sibling", fresh)),
        derive=lambda seen: _accuracy(seen, "sibling", fresh.labels, LEAST_SIBLING),
        expected={"accuracy": f"at least {LEAST_SIBLING}"},
        any_form=True,
    )


def _logits(seen: Observation, name: str, count: int) -> Value:
    """Finite logits [count, 2], or what was seen instead: an exception in training, in the call, or
    another form.
    """
    faults = [value for key, value in seen.items() if key.endswith(".raised")]
    out = faults[0] if faults else seen.get(f"{name}.out")
    if isinstance(out, Tensor) and out.is_floating_point() and out.shape == (count, 2):
        return out if bool(out.isfinite().all()) else "logits that are not finite"
    return f"tensor {list(out.shape)}" if isinstance(out, Tensor) else type_name(out)


def _share(logits: Tensor, labels: Tensor) -> float:
    return float((logits.argmax(dim=1) == labels).double().mean())


def _accuracy(seen: Observation, name: str, labels: Tensor, least: float = LEAST_ACCURACY) -> Observation:
    logits = _logits(seen, name, len(labels))
    if not isinstance(logits, Tensor):
        return {"accuracy": logits}
    share = _share(logits, labels)
    return {"accuracy": f"at least {least}" if share >= least else f"{share:.3f}"}


def _ignorance(seen: Observation, labels: Tensor) -> Observation:
    """At most 0.7 either way: a model that is always wrong knows the answer too."""
    logits = _logits(seen, "untrained", len(labels))
    if not isinstance(logits, Tensor):
        return {"accuracy": logits}
    share = _share(logits, labels)
    known = max(share, 1 - share) > MOST_UNTRAINED
    return {"accuracy": f"{share:.3f}" if known else f"at most {MOST_UNTRAINED}"}


def _padding(draw: Draw, training: tuple[Step, ...]) -> Iterator[Case]:
    """Pads behind the sequences, of a fresh model in float64 and of the trained one."""
    check, some = "padding_invariance_of_logits", draw_sequences(draw, 32)
    yield Case(
        check,
        (_build(draw), _call("call", some), _call("padded", some.with_pads(PADS))),
        derive=lambda seen: _shift(seen, "call", len(some.labels), SHIFT),
        any_form=True,
        needs_values=False,
    )
    yield Case(
        check,
        training,
        derive=lambda seen: _shift(seen, "trained", FRESH, ROUNDING),
        expected={"shift": f"at most {SHIFT}"},
        any_form=True,
        name="padding_after_training",
    )


def _shift(seen: Observation, name: str, count: int, most: float) -> Observation:
    before, after = _logits(seen, name, count), _logits(seen, "padded", count)
    if not isinstance(before, Tensor) or not isinstance(after, Tensor):
        return {"shift": before if not isinstance(before, Tensor) else after}
    shift = float((before.double() - after.double()).abs().max())
    return {"shift": f"at most {SHIFT}" if shift <= most else f"{shift:.2g}"}


def _attention(draw: Draw) -> Iterator[Case]:
    """Attention runs, and tokens act on each other: what two changes do is not the sum of what each of
    them does.
    """
    ids = torch.tensor([[1, 2, 3, 4, 5, 6], [1, 7, 3, 4, 5, 6], [1, 2, 3, 4, 8, 6], [1, 7, 3, 4, 8, 6]])
    call = Call(
        "call",
        (ids, torch.zeros_like(ids, dtype=torch.bool)),
        on="module",
        operations=("softmax", "scaled_dot_product", "exp."),
    )
    yield Case("attention_is_run", (_build(draw), call), derive=_together, any_form=True, needs_values=False)


def _together(seen: Observation) -> Observation:
    out = _logits(seen, "call", 4)
    if not isinstance(out, Tensor):
        return {"logits": out}
    neither, one, other, both = out.double()
    return {
        "attention runs": bool(seen["call.ran"]),
        "tokens act on each other": bool((both - one - other + neither).abs().max() > 1e-9),
    }


def _evidence(draw: Draw) -> Iterator[Case]:
    """Values of a small model with given weights: no check fails by them, but they tell which part is
    missing.
    """
    check, some, more = "accuracy_threshold", draw_sequences(draw, 3), draw_sequences(draw, 4)
    whole = Sequences(some.ids.clamp(min=1), torch.zeros_like(some.is_pad), some.labels)
    for name, sequences in (
        ("values", whole),
        ("values_padded", more),
        ("values_more_pads", more.with_pads(5)),
    ):
        build = Build(ENTRY, SMALL, seed=draw.seed(), weights=draw.weights())
        yield Case(check, (build, _call("call", sequences)), aligns=True, evidence=True, name=name)

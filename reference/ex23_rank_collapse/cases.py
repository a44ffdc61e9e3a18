"""Cases of exercise 23: B=3, S=5, D=4, with a mean that is not zero; and B = S = D, where a wrong axis
would hide.
"""

from collections.abc import Iterator

import torch
from torch import Tensor

from grader.authoring import Call, Case, Draw, Observation, Raised, Value, changed_inputs

ROOM = 1e-7


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples()
    yield from _values(draw)
    yield from _extremes(draw)
    yield from _properties(draw)


def _call(name: str, x: Tensor) -> Call:
    return Call(name, (x,), target="token_residual")


def _examples() -> Iterator[Case]:
    """The statement's own examples."""
    first = torch.tensor([[[1.0, 2.0], [3.0, 0.0], [2.0, 4.0]], [[1.0, 1.0], [1.0, 1.1], [0.9, 1.0]]])
    yield Case("example_two_samples", (_call("call", first),), tolerance=2e-6)
    second = torch.tensor(
        [
            [[1.0, -2.0, 3.0], [-1.0, 2.0, -3.0]],
            [[5.0, 5.0, 0.0], [5.0, 5.0, 0.0]],
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        ]
    )
    yield Case("example_extremes", (_call("call", second),), tolerance=2e-6)


def _values(draw: Draw) -> Iterator[Case]:
    """Values at unequal and at equal sizes; the tolerance leaves room for a small number in the
    denominator.
    """
    yield Case("values", (_call("call", draw.normal(3, 5, 4, mean=0.5)),), tolerance=ROOM)
    yield Case(
        "values", (_call("call", draw.normal(4, 4, 4, mean=0.5)),), tolerance=ROOM, name="values_square"
    )
    yield Case(
        "values", (_call("call", draw.normal(1, 6, 2, mean=-0.5)),), tolerance=ROOM, name="values_one_sample"
    )
    near = draw.normal(2, 1, 3) + 0.01 * draw.normal(2, 5, 3)
    yield Case("values", (_call("call", near),), tolerance=ROOM, name="values_nearly_equal_tokens")
    single = _call("call", draw.normal(2, 5, 3, mean=0.5, dtype=torch.float32))
    yield Case("values", (single,), tolerance=5e-6, exact_dtype=True, name="values_float32")


def _extremes(draw: Draw) -> Iterator[Case]:
    """Tokens that are all equal, and tokens whose mean is zero."""
    equal = draw.integers(-3, 4, 3, 1, 4).double().add(0.5).expand(3, 5, 4).clone()
    centred = draw.normal(3, 5, 4)
    centred -= centred.mean(dim=1, keepdim=True)
    yield Case("identical_tokens_give_zero", (_call("call", equal),))
    yield Case("centred_tokens_give_one", (_call("call", centred),), tolerance=ROOM)


def _properties(draw: Draw) -> Iterator[Case]:
    """What holds whatever the exact formula."""
    x = draw.normal(3, 5, 4, mean=0.5)
    yield Case(
        "scale_invariant",
        (_call("call", x), *(_call(f"times{i}", factor * x) for i, factor in enumerate((7.0, -0.01)))),
        derive=_scaling,
        any_form=True,
    )
    mixed = torch.cat([x, x - x.mean(dim=1, keepdim=True), x * 0 + 1.5, 10 * x])
    yield Case("between_zero_and_one", (_call("call", mixed),), derive=_range, any_form=True)
    other = x.clone()
    other[1] = draw.normal(5, 4, mean=2.0)
    yield Case(
        "per_sample",
        (_call("together", x), _call("other", other), _call("alone", x[:1])),
        derive=_apart,
        any_form=True,
    )
    yield Case("input_not_mutated", (_call("call", x),), derive=changed_inputs, any_form=True)


def _finite(value: Value) -> Value:
    """A tensor of numbers as it is; of anything else a word."""
    if (
        isinstance(value, Tensor)
        and value.is_floating_point()
        and value.device.type == "cpu"
        and value.numel()
    ):
        return value
    return value if isinstance(value, Raised) else f"not numbers: {type(value).__name__}"


def _scaling(seen: Observation) -> Observation:
    first, *others = (_finite(seen[name]) for name in ("call.out", "times0.out", "times1.out"))
    if not all(isinstance(v, Tensor) and v.shape == first.shape for v in (first, *others)):
        return {"results": (first, *others)}
    return {"changes": [bool((first - other).abs().max() > 1e-6) for other in others]}


def _range(seen: Observation) -> Observation:
    out = _finite(seen["call.out"])
    return (
        {"within": bool(((out > -1e-6) & (out < 1 + 1e-6)).all())}
        if isinstance(out, Tensor)
        else {"result": out}
    )


def _apart(seen: Observation) -> Observation:
    """Whether the others stay as they were when sample 1 changes, and whether a sample alone has the
    value it had.
    """
    together, other, alone = (_finite(seen[f"{name}.out"]) for name in ("together", "other", "alone"))
    if not all(
        isinstance(v, Tensor) and v.shape[:1] == (n,) for v, n in ((together, 3), (other, 3), (alone, 1))
    ):
        return {"results": [v if isinstance(v, Raised) else _size(v) for v in (together, other, alone)]}
    return {
        "others moved": bool((together - other)[[0, 2]].abs().max() > 1e-9),
        "alone differs": bool((together[:1] - alone).abs().max() > 1e-9),
    }


def _size(value: Value) -> str:
    return f"tensor {list(value.shape)}" if isinstance(value, Tensor) else str(value)

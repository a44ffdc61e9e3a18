"""Cases of exercise 11: F is never 4D by accident, save in the base model, and no two sizes are equal."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from grader.authoring import Call, Case, Draw, Observation

FUNCTION = "count_encoder_params"
BASE = {"dim": 512, "hidden_dim": 2048, "num_layers": 6}
SMALL = {"dim": 8, "hidden_dim": 16, "num_layers": 2, "num_heads": 2}


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield Case("example_two_small_layers", (_call("call", SMALL),))
    yield Case("example_without_bias_and_final_norm", (_call("call", SMALL, bias=False, final_norm=False),))
    yield Case("agrees_with_real_modules", tuple(_call(f"model{i}", _sizes(draw)) for i in range(6)))
    yield Case(
        "base_encoder_is_18914304",
        (_call("call", BASE, final_norm=False), _call("eight_heads", BASE, num_heads=8, final_norm=False)),
    )
    sizes = _sizes(draw)
    yield Case(
        "all_flag_combinations",
        tuple(
            _call(f"bias_{bias}_norm_{norm}", sizes, bias=bias, final_norm=norm)
            for bias, norm in product((False, True), repeat=2)
        ),
    )
    sizes = _sizes(draw)
    yield Case(
        "heads_do_not_matter",
        tuple(_call(f"heads{n}", sizes, num_heads=n) for n in (1, 2, 4)),
        derive=lambda seen: _differences(seen, from_first=True),
        any_form=True,
    )
    sizes = _sizes(draw)
    yield Case(
        "linear_in_layers",
        tuple(_call(f"layers{n}", sizes, num_layers=n) for n in (1, 2, 3, 4, 5)),
        derive=_growth,
        any_form=True,
    )
    yield Case(
        "returns_int", (_call("call", _sizes(draw)), _call("base", BASE)), derive=_types, any_form=True
    )


def _call(name: str, sizes: Mapping[str, Any], **others: Any) -> Call:
    return Call(name, kwargs={**sizes, **others}, target=FUNCTION)


def _sizes(draw: Draw) -> dict[str, int]:
    """An even D that 4 heads divide, F other than D and 4D, 2 to 5 layers, 2 or 4 heads."""
    dim = 4 * int(draw.integers(2, 9, 1))
    hidden = dim + 2 * int(draw.integers(1, dim, 1)) + 1
    return {
        "dim": dim,
        "hidden_dim": hidden,
        "num_layers": int(draw.integers(2, 6, 1)),
        "num_heads": 2 * int(draw.integers(1, 3, 1)),
    }


def _numbers(seen: Observation) -> list[float] | None:
    outs = [value for name, value in seen.items() if name.endswith(".out")]
    return outs if all(isinstance(value, (int, float)) for value in outs) else None


def _differences(seen: Observation, *, from_first: bool = False) -> Observation:
    """Differences of neighbouring results, or from the first; what is no number stands for itself."""
    numbers = _numbers(seen)
    if numbers is None:
        return {name: value for name, value in seen.items() if name.endswith(".out")}
    before = [numbers[0]] * len(numbers) if from_first else numbers
    return {f"difference {i}": b - a for i, (a, b) in enumerate(zip(before, numbers[1:], strict=False))}


def _growth(seen: Observation) -> Observation:
    if _numbers(seen) is None:
        return _differences(seen)
    steps = list(_differences(seen).values())
    return {"alike": len(set(steps)) == 1, "more than 0": steps[0] > 0}


def _types(seen: Observation) -> Observation:
    """int for an int; anything else stands for itself."""
    return {
        name: "int" if type(value) is int else value for name, value in seen.items() if name.endswith(".out")
    }

"""Gradients are those of one fixed random projection of the outputs."""

from __future__ import annotations

import torch
from torch import nn

from grader.domain.case import Call, Value
from grader.observer.gradients import floats, projection, record_gradients


def test_a_projection_depends_on_seed_and_values() -> None:
    """Equal seeds project alike, whatever container the tensors are in; without floats there is none."""
    x = torch.randn(2, 3, dtype=torch.float64)
    first, second, other = (
        projection(x, 1),
        projection([x, torch.ones(2, dtype=torch.int64)], 1),
        projection(x, 2),
    )
    assert first is not None
    assert second is not None
    assert other is not None
    assert float(first) == float(second) != float(other)
    assert projection((1, "a"), 1) is None


def test_floats_are_found_in_order() -> None:
    """Floating tensors of nested sequences, and nothing else."""
    one, two = torch.ones(1), torch.zeros(2)
    assert [t.shape for t in floats((one, [torch.ones(3, dtype=torch.bool), (two,)]))] == [
        one.shape,
        two.shape,
    ]


def _record(
    step: Call, out: object, tensors: dict[str, torch.Tensor], module: object = None
) -> dict[str, Value]:
    seen: dict[str, Value] = {}
    direction = (
        {name: torch.ones_like(p) for name, p in module.named_parameters()}
        if isinstance(module, nn.Module)
        else {}
    )
    record_gradients(seen, step, out, tensors, module, direction)
    return seen


def test_the_gradient_of_an_argument_is_the_projections() -> None:
    """For y = 3 x the gradient is three times the projection's weights, in x's shape."""
    x = torch.randn(2, 3, dtype=torch.float64, requires_grad=True)
    seen = _record(Call("call", grad=("0",), seed=5), 3 * x, {"0": x})
    weight = torch.randn(2, 3, generator=torch.Generator().manual_seed(5), dtype=torch.float64)
    assert torch.allclose(seen["call.grad.0"], 3 * weight)
    assert seen["call.differentiable"] is True


def test_what_nothing_depends_on_has_zeros() -> None:
    """A result without a graph gives zeros and says that there was nothing to differentiate."""
    x = torch.ones(2, requires_grad=True)
    seen = _record(Call("call", grad=("0",)), torch.ones(2), {"0": x})
    assert (seen["call.grad.0"].tolist(), seen["call.differentiable"]) == ([0.0, 0.0], False)


def test_parameters_give_one_slope_and_the_idle_a_count() -> None:
    """The derivative along a direction is one number; parameters without any gradient are counted."""
    module = nn.ModuleDict(
        {"used": nn.Linear(2, 2, bias=False), "spare": nn.Linear(2, 2, bias=False)}
    ).double()
    x = torch.ones(1, 2, dtype=torch.float64)
    seen = _record(
        Call("call", on="module", grad=("parameters", "idle"), seed=3), module["used"](x), {}, module
    )
    weight = torch.randn(1, 2, generator=torch.Generator().manual_seed(3), dtype=torch.float64)
    assert torch.allclose(seen["call.grad.parameters"], 2 * weight.sum())
    assert seen["call.grad.idle"] == 1

"""Steps that reach beyond one call: results handed on, things made, gradients by path, training."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from grader.domain.case import Build, Call, Earlier, Make, Probe, Raised, Read, Train, parts
from grader.observer.observe import describe, observe


class Half(nn.Module):
    """Two layers, of which forward uses one, and a frozen scale."""

    def __init__(self) -> None:
        super().__init__()
        self.used = nn.Linear(3, 2, bias=False)
        self.spare = nn.Linear(3, 2, bias=False)
        self.frozen = nn.Parameter(torch.ones(2), requires_grad=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.used(x) * self.frozen


class Model(nn.Module):
    """A prop: one linear map with the given weight."""

    def __init__(self, weight: Tensor) -> None:
        super().__init__()
        self.layer = nn.Linear(2, 2, bias=False)
        with torch.no_grad():
            self.layer.weight.copy_(weight)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.layer(x)
        return out


def _double(x: Tensor) -> Tensor:
    return 2 * x


def _fail(x: Tensor) -> Tensor:
    raise KeyError("no")


NAMESPACE = {"Half": Half, "double": _double, "fail": _fail}


def test_a_result_can_be_handed_to_a_later_call() -> None:
    """An Earlier argument is the result of the call that it names."""
    steps = (
        Call("once", (torch.ones(2),), target="double"),
        Call("twice", (Earlier("once"),), target="double"),
    )
    assert observe(NAMESPACE, steps)["twice.out"].tolist() == [4.0, 4.0]


def test_a_call_on_what_raised_is_observed_alike() -> None:
    """A call that is given the result of a call that raised shows the same exception."""
    steps = (
        Call("first", (torch.ones(2),), target="fail"),
        Call("second", (Earlier("first"),), target="double"),
        Call("third", (Earlier("nothing"),), target="double"),
    )
    seen = observe(NAMESPACE, steps)
    assert isinstance(seen["second.out"], Raised)
    assert seen["second.out"].type == "KeyError"
    assert isinstance(seen["third.out"], Raised)


def test_what_is_made_is_one_object_for_all_calls() -> None:
    """What a Make step has made can be called, read and handed to several calls: one object."""
    weights = torch.eye(2)

    def grow(model: nn.Module) -> float:
        with torch.no_grad():
            for parameter in model.parameters():
                parameter += 1.0
        return float(sum(p.detach().sum() for p in model.parameters()))

    steps = (
        Make("model", Probe("Model", {"weight": weights})),
        Call("first", (Earlier("model"),), target="grow"),
        Call("second", (Earlier("model"),), target="grow"),
        Read("weight", "attribute", "layer.weight", on="model"),
        Call("run", (torch.ones(1, 1, 2),), on="model"),
    )
    seen = observe({"grow": grow}, steps, props={"Model": Model})
    assert seen["second.out"] == seen["first.out"] + 4
    assert torch.equal(seen["weight"], torch.eye(2) + 2)
    assert seen["run.out"].shape == (1, 1, 2)


def test_idle_parameters_are_counted() -> None:
    """ "idle" counts the parameters that the result does not depend on, the frozen ones among them."""
    steps = (Build("Half", seed=1), Call("call", (torch.ones(4, 3).double(),), on="module", grad=("idle",)))
    assert observe(NAMESPACE, steps)["call.grad.idle"] == 2


def test_gradients_are_found_by_path() -> None:
    """ "at PATH" is the gradient of the parameter there, zeros where the result does not depend on it."""
    grad = ("at used.weight", "at spare.weight")
    steps = (Build("Half", seed=1), Call("call", (torch.ones(4, 3).double(),), on="module", grad=grad))
    seen = observe(NAMESPACE, steps)
    assert seen["call.grad.at used.weight"].abs().min() > 0
    assert seen["call.grad.at spare.weight"].abs().max() == 0


def test_operations_are_noted_whoever_calls_them() -> None:
    """Of the operations asked for, those that ran are told, however the implementation wrote them."""
    for softmax in (torch.softmax, F.softmax, Tensor.softmax):
        step = Call("call", (torch.ones(2, 3), -1), target="soft", operations=("softmax", "exp."))
        assert observe({"soft": softmax}, (step,))["call.ran"] == ("softmax",)


def test_training_goes_on_where_it_ended() -> None:
    """A training in two steps is the training in one: the optimizer's state is kept."""
    torch.manual_seed(0)
    x, labels = torch.randn(12, 3), torch.randint(0, 2, (12,))
    build, result = Build("Half", dtype="float32", seed=1), Read("weight", "attribute", "used.weight")

    def train(name: str, first: int, last: int) -> Train:
        return Train(name, (x[first:last],), labels[first:last], batch=3, learning_rate=0.1)

    whole = observe(NAMESPACE, (build, train("all", 0, 12), result))["weight"]
    halves = observe(NAMESPACE, (build, train("one", 0, 6), train("two", 6, 12), result))["weight"]
    assert torch.equal(whole, halves)
    fresh = observe(NAMESPACE, (build, result))["weight"]
    assert not torch.allclose(whole, fresh)


def test_a_training_that_raises_is_told() -> None:
    """A model that cannot be trained on the labels shows what it raised."""
    step = Train("training", (torch.ones(2, 3),), torch.tensor([0, 7]), batch=2, learning_rate=0.1)
    seen = observe(NAMESPACE, (Build("Half", dtype="float32"), step))
    assert isinstance(seen["training.raised"], Raised)


def test_a_program_is_cut_behind_each_training() -> None:
    """Each training step ends a part, and a program without one is a single part."""
    build = Build("Half")
    train = Train("t", (), torch.zeros(0), 1, 0.1)
    call = Call("c")
    assert parts((build, call)) == [(build, call)]
    assert parts((build, train, train, call)) == [(build, train), (train,), (call,)]
    assert parts((build, train)) == [(build, train)]


def test_a_class_is_told_by_the_torch_class_it_is() -> None:
    """A subclass of torch's counts as torch's class, and what is not of torch's by its own name."""

    class Rows(nn.ModuleList):
        pass

    class Holder(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.rows, self.names = Rows(), ["a"]

    reads = [Read(name, "torch_class", name) for name in ("rows", "names", "absent")]
    seen = observe({"Holder": Holder}, (Build("Holder"), *reads))
    assert (seen["rows"], seen["names"]) == ("ModuleList", "list")
    assert isinstance(seen["absent"], Raised)


def test_a_module_whose_sizes_wait_for_an_input_is_told() -> None:
    """Parameters without a size after construction raise there, when built as when described."""

    class Waiting(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.map = nn.LazyLinear(3)

    build = Build("Waiting")
    for found in (
        observe({"Waiting": Waiting}, (build,))["module.raised"],
        describe({"Waiting": Waiting}, build),
    ):
        assert isinstance(found, Raised)
        assert "uninitialized parameter" in found.message


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        (lambda x: x.add_(1), True),
        (lambda x: x.data.sub_(1), True),
        (lambda x: x.detach().numpy().fill(0), True),
        (lambda x: x.set_(torch.zeros_like(x)), True),
        (lambda x: setattr(x, "data", torch.zeros(7, dtype=x.dtype)), True),
        (lambda x: x + 1, False),
        (lambda x: x.add(1).numpy(), False),
        (lambda x: x.add_(1).sub_(1), True),
    ],
)
def test_arguments_are_compared_by_value(change: Callable[[torch.Tensor], object], seen: bool) -> None:
    """What an argument holds after a call decides whether it was changed, whatever way that was done; NaN is NaN."""

    def function(x: torch.Tensor) -> int:
        change(x)
        return 0

    x = torch.tensor([1.0, float("nan"), 3.0])
    found = observe({"f": function}, (Call("call", (x,), target="f"),))
    assert bool(found["call.mutated"]) is seen
    assert x[0] == 1.0

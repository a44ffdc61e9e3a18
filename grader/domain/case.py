"""Cases as data: inputs plus what to observe, the same for submission, reference, misconception.

A case is a short program of steps. The one observer (`grader.observer.observe`) runs it over any
implementation; what comes back is an `Observation`, a flat mapping from names to values. Tensors are torch
tensors; this module does not import torch, so that a command without torch may read it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grader.domain.site import Site

Value = Any
"""None, bool, int, float, str, a tensor, a tuple, list or dict of values, `Probe`, `Earlier`, `Raised` or
`Opaque`.
"""

Observation = Mapping[str, Any]
WeightRule = Callable[[str, tuple[int, ...]], Any]
"""Role (the reference's parameter path) and shape -> float64 tensor of that shape."""


@dataclass(frozen=True)
class Raised:
    """An exception that the implementation raised: class name, names of its bases, message, the learner's
    line and file, and what met there.
    """

    type: str
    bases: tuple[str, ...] = ()
    message: str = ""
    line: int | None = None
    place: str = ""
    site: Site | None = None


@dataclass(frozen=True)
class Opaque:
    """A value that cannot cross the pipe (a module, a sparse tensor), by its description.

    `too_large` says that nothing but its size keeps it from being compared.
    """

    description: str
    too_large: bool = False


@dataclass(frozen=True)
class Probe:
    """A callable or factory given as an argument: `kind` names
    a class of the exercise's props, `values` are its arguments.

    What it records while it is called is observed as `<call>.probe.<label>`.
    """

    kind: str
    values: Mapping[str, Value] = field(default_factory=dict)
    label: str = ""


@dataclass(frozen=True)
class Earlier:
    """What an earlier step of the case returned or made, given
    as an argument; if it raised, this call is observed alike.
    """

    step: str


@dataclass(frozen=True)
class Make:
    """Build a probe of ours once for the whole case, so that
    several calls get the same one and it can be read afterwards.
    """

    name: str
    probe: Probe


@dataclass(frozen=True)
class Build:
    """Construct `entry(**kwargs)` after seeding, cast it to `dtype`, push weights into it; observed as
    `<name>.raised` on failure.

    `weights` is a rule over the reference's roles, bound by the judge into `state` (path -> tensor of this
    very implementation) and `direction` (path -> tensor, for derivatives with respect to parameters).
    """

    entry: str
    kwargs: Mapping[str, Value] = field(default_factory=dict)
    dtype: str = "float64"
    seed: int = 0
    weights: WeightRule | None = None
    name: str = "module"
    state: Mapping[str, Value] | None = None
    direction: Mapping[str, Value] | None = None


@dataclass(frozen=True)
class Call:
    """Call a function entry (`on` empty) or a built module, or `target`, a dotted method or attribute of it.

    Observed: `<name>.out`, `<name>.mutated` (labels of tensor arguments changed in place), for each label
    in `grad` `<name>.grad.<label>` (gradient of a fixed random projection of the outputs; the label
    "parameters" gives the directional derivative along the step's `direction` as one number, the label "at
    <path>" the gradient of the parameter there, "idle" how many parameters of the module get no gradient
    at all), `<name>.probe.<label>`. `grad_item` takes the projection of one item of a tuple alone: whether
    the others carry gradients is then the implementation's own affair. With `grad` also
    `<name>.differentiable`, whether there was anything to differentiate; like `.mutated` it counts only
    where a case derives it, since a result without a graph has gradients of zeros. `elsewhere` runs the
    call as on a machine whose new tensors land on another device than the inputs. Labels: the position of
    a positional argument as a string, or the keyword. `train` is the module's mode. `operations` are parts
    of names of torch's operations below autograd ("softmax"): those that ran are observed as `<name>.ran`.
    """

    name: str
    args: tuple[Value, ...] = ()
    kwargs: Mapping[str, Value] = field(default_factory=dict)
    on: str = ""
    target: str = ""
    train: bool = False
    seed: int = 0
    grad: tuple[str, ...] = ()
    grad_item: int | None = None
    elsewhere: bool = False
    operations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Read:
    """Look at a built module without calling it; observed as `<name>`.

    `what`: "parameters" (list of [path, shape, requires_grad, number of the first path that is the same
    object]), "buffers" ([path, shape]), "state_keys", "modules" ([path, class name]), "attribute" (the value
    at `path`), "torch_class" (the name of its class, or of the first base that is torch's), "same" (whether
    the attributes at the comma-separated paths are one object), "unregistered" (what is kept without being
    registered), "defaults" (those of the arguments of the entry at `path`, without a module).
    """

    name: str
    what: str
    path: str = ""
    on: str = "module"


@dataclass(frozen=True)
class Reload:
    """Build a second instance with another seed and load the
    first one's state dict into it; `<name>.raised` on failure.
    """

    entry: str
    kwargs: Mapping[str, Value] = field(default_factory=dict)
    of: str = "module"
    name: str = "reloaded"
    dtype: str = "float64"
    seed: int = 1


@dataclass(frozen=True)
class Optimise:
    """One step of plain SGD on the sum of squares of a call's outputs; parameters change in place."""

    args: tuple[Value, ...] = ()
    kwargs: Mapping[str, Value] = field(default_factory=dict)
    on: str = "module"
    target: str = ""
    learning_rate: float = 0.1


@dataclass(frozen=True)
class Train:
    """Train a built module as a classifier: one step of Adam on the cross-entropy of each batch;
    `<name>.raised` on failure.

    `inputs` are tensors [N, ...], `labels` is [N] int64; each batch is the next `batch` rows of all of them.
    A further Train of the same module goes on with the optimizer's state: a training in several steps tells
    how far it is.
    """

    name: str
    inputs: tuple[Value, ...]
    labels: Value
    batch: int
    learning_rate: float
    on: str = "module"
    seed: int = 0


Step = Build | Make | Call | Read | Reload | Optimise | Train


def parts(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """Cut the steps of a case behind each training step but a last one: the whole, where there is none."""
    cut: list[list[Step]] = [[]]
    for step in steps:
        if cut[-1] and isinstance(cut[-1][-1], Train):
            cut.append([])
        cut[-1].append(step)
    return [tuple(part) for part in cut]


@dataclass(frozen=True)
class Case:
    """Inputs and what to observe, for one check (several cases may serve one check).

    `derive` maps the raw observation to what is compared (in the judge, for reference, submission and
    misconception alike): a difference of two calls, a statistic of a random one. `tolerance` is absolute and
    relative.
    `needs_values` False says that the derived observation does not depend on which weight went where, so that
    the case still judges a module whose weights could not be aligned. `any_form` lets `derive` see
    observations of every form, exceptions and other shapes too, with which it must cope; without it another
    form is a difference by itself.
    `aligns` marks the cases whose outputs the weight search compares;
    the first searches, the others confirm. `exact_dtype` makes a differing dtype a failure of this check.
    `expected` says what must be derived where the reference is not to be observed for it: every slow case has
    it.
    `evidence` marks a case that fails no check and only serves to name a mistake. Cases with the very same
    tuple of steps are observed once. `excuses_float32` False says that the tolerance has room for code that computes
    in float32 inside, so that nothing more is excused.
    """

    check: str
    steps: tuple[Step, ...]
    derive: Callable[[Observation], Observation] | None = None
    tolerance: float = 1e-9
    needs_values: bool = True
    any_form: bool = False
    aligns: bool = False
    exact_dtype: bool = False
    name: str = ""
    expected: Observation | None = None
    evidence: bool = False
    excuses_float32: bool = True

    @property
    def slow(self) -> bool:
        """Whether the case trains a model: such a case is never
        observed on implementations of ours while a submission waits.
        """
        return any(isinstance(step, Train) for step in self.steps)

    @property
    def key(self) -> str:
        """The case's own name: the check's, unless given."""
        return self.name or self.check

    @property
    def builds(self) -> tuple[Build, ...]:
        """The steps that construct a module with weights to be pushed."""
        return tuple(s for s in self.steps if isinstance(s, Build) and s.weights is not None)

"""The one observer: runs a case's steps over any implementation, recording what can be seen from outside.

An implementation is a namespace, a mapping from entry names to functions and classes. The worker observes
the submission's, the judge the reference's and each misconception's; the code is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import torch
from torch import Tensor, equal, nn
from torch.nn.parameter import is_lazy

from grader.domain.case import (
    Build,
    Call,
    Earlier,
    Make,
    Observation,
    Optimise,
    Probe,
    Raised,
    Read,
    Reload,
    Step,
    Train,
    Value,
)
from grader.domain.graph import Graph
from grader.observer.elsewhere import NewTensorsElsewhere, revealed
from grader.observer.gradients import floats, record_gradients
from grader.observer.module_view import attribute, look, named_parameters
from grader.observer.operations import OperationWatch
from grader.observer.plain import plain
from grader.observer.probes import NO_PROPS, Props, build_probe
from grader.observer.recorder import Recorder
from grader.observer.stopped import site_of
from grader.observer.training import Trainer
from grader.observer.unregistered import defaults
from grader.protocol.description import Description, ParameterRow

Namespace = Mapping[str, Any]

Files = frozenset[str]
"""The file names under which the learner's own code was compiled, to find the learner's line in a traceback."""


def observe(
    namespace: Namespace, steps: Sequence[Step], files: Files = frozenset(), props: Props = NO_PROPS
) -> Observation:
    """Run `steps` over `namespace` and return everything that they observe; what raises is recorded as `Raised`.

    Only `Exception` is caught: SystemExit and KeyboardInterrupt end the worker, and silence is never a pass.
    """
    run = Run(namespace, files, props)
    for step in steps:
        run.take(step)
    return run.seen


def describe(
    namespace: Namespace, build: Build, files: Files = frozenset(), props: Props = NO_PROPS
) -> Description | Raised:
    """Construct the entry and return its parameters without calling it, or `Raised`."""
    try:
        _seed(build.seed)
        module = _with_sizes(namespace[build.entry](**_arguments(props, build.kwargs, {}, {})))
        if not isinstance(module, nn.Module):
            return Description(())
        modules = dict(module.named_modules(remove_duplicate=False))
        first: dict[int, str] = {}
        parameters = []
        for path, parameter in module.named_parameters(remove_duplicate=False):
            owner = path.rpartition(".")[0]
            same = first.setdefault(id(parameter), path)
            kind = type(modules[owner]).__name__
            parameters.append(ParameterRow(path, tuple(parameter.shape), owner, kind, same))
        return Description(tuple(parameters))
    except Exception as error:  # noqa: BLE001 - the implementation's fault is data here
        return raised(error, files)


def cell_of(name: str) -> int | None:
    """The code cell that a file name of `Files` speaks of, None where the source is no notebook."""
    found = re.search(r", cell (\d+)$", name)
    return int(found.group(1)) if found else None


def raised(error: Exception, files: Files) -> Raised:
    """Describe an exception: class, bases, message, and the innermost line of the learner's source."""
    line, place, site = None, "", None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in files:
            line, place, site = trace.tb_lineno, trace.tb_frame.f_code.co_filename, trace
        trace = trace.tb_next
    bases = tuple(base.__name__ for base in type(error).__mro__[1:-1])
    try:
        message = str(error)[:1000]
    except Exception:  # noqa: BLE001 - the learner's own __str__ may do anything
        message = "(an exception whose text cannot be read)"
    found = None if site is None else site_of(error, site)
    return Raised(type(error).__name__, bases, message, line, place, found)


def _seed(seed: int) -> None:
    """Seed the CPU's generator alone: `torch.manual_seed` also queues a stack trace for CUDA (4 ms, never freed)."""
    torch.default_generator.manual_seed(seed)


def _with_sizes(module: Any) -> Any:
    """Return `module`; RuntimeError if a parameter waits for an input (nn.LazyLinear): no weights fit it."""
    if isinstance(module, nn.Module) and any(map(is_lazy, module.parameters())):
        raise RuntimeError("The module has an uninitialized parameter after its construction")
    return module


class Run:
    """One case under way: what was built and what was seen so far."""

    def __init__(
        self,
        namespace: Namespace,
        files: Files,
        props: Props = NO_PROPS,
        recorder: Callable[[], Recorder] | None = None,
    ) -> None:
        self.namespace = namespace
        self.files = files
        self.props = props
        self.recorder = recorder
        self.graphs: dict[str, Graph] = {}
        self.seen: dict[str, Value] = {}
        self.built: dict[str, Any] = {}
        self.steps: dict[str, Build] = {}
        self.trainers: dict[str, Trainer] = {}

    def take(self, step: Step) -> None:
        """Run one step and record what it shows."""
        match step:
            case Build():
                self._build(step)
            case Make():
                self.built[step.name], self.seen[f"{step.name}.probe"] = build_probe(self.props, step.probe)
            case Call():
                self._call(step)
            case Read():
                self._read(step)
            case Reload():
                self._reload(step)
            case Optimise():
                self._optimise(step)
            case Train():
                self._train(step)

    def _build(self, step: Build) -> None:
        self.steps[step.name] = step
        try:
            self.built[step.name] = self._construct(step.entry, step.kwargs, step.dtype, step.seed, step.name)
            if step.state:
                push_weights(self.built[step.name], step.state)
        except Exception as error:  # noqa: BLE001 - the implementation's fault is data here
            self.seen[f"{step.name}.raised"] = raised(error, self.files)
            self.built.pop(step.name, None)

    def _construct(self, entry: str, kwargs: Mapping[str, Value], dtype: str, seed: int, name: str) -> Any:
        _seed(seed)
        records: dict[str, dict[str, Value]] = {}
        module = _with_sizes(self.namespace[entry](**_arguments(self.props, kwargs, records, {})))
        for label, record in records.items():
            self.seen[f"{name}.probe.{label}"] = record
        return module.to(getattr(torch, dtype)) if isinstance(module, nn.Module) else module

    def _call(self, step: Call) -> None:
        if step.on and step.on not in self.built:
            self.seen[f"{step.name}.out"] = self.seen.get(f"{step.on}.raised", Raised("NotBuilt"))
            return
        records: dict[str, dict[str, Value]] = {}
        tensors: dict[str, Tensor] = {}
        positional = {str(i): v for i, v in enumerate(step.args)}
        given = {label: self._earlier(v) for label, v in (positional | dict(step.kwargs)).items()}
        fault = next((v for v in given.values() if isinstance(v, Raised)), None)
        if fault is not None:
            self.seen[f"{step.name}.out"] = fault
            return
        arguments = _arguments(self.props, given, records, tensors)
        try:
            function = self._target(step)
            leaves = {label: tensors[label].requires_grad_(True) for label in step.grad if label in tensors}
            for label, leaf in leaves.items():  # not the leaf itself: torch refuses to change one in place
                arguments[label] = tensors[label] = leaf.clone()
            versions = {label: tensor._version for label, tensor in tensors.items()}
            _seed(step.seed)
            args = [arguments[label] for label in positional]
            watch = OperationWatch(step.operations)
            elsewhere = NewTensorsElsewhere() if step.elsewhere else nullcontext()
            named = {label: arguments[label] for label in step.kwargs}
            if self.recorder is not None:
                out = self._recorded(self.recorder(), step, function, args, named, tensors)
            else:
                with elsewhere, watch if step.operations else nullcontext():
                    out = function(*args, **named)
            self.seen[f"{step.name}.out"] = plain(revealed(out) if step.elsewhere else out)
            self.seen[f"{step.name}.mutated"] = tuple(
                label
                for label, tensor in tensors.items()
                if tensor._version != versions[label] or _has_changed(tensor, given[label])
            )
            if step.operations:
                self.seen[f"{step.name}.ran"] = tuple(p for p in step.operations if p in watch.seen)
            if step.grad:
                built = self.steps.get(step.on)
                direction = built.direction if built is not None else None
                record_gradients(self.seen, step, out, leaves, self.built.get(step.on), direction or {})
        except Exception as error:  # noqa: BLE001 - the implementation's fault is data here
            self.seen.setdefault(f"{step.name}.out", raised(error, self.files))
            self.seen.setdefault(f"{step.name}.mutated", ())
            for label in step.grad:
                self.seen.setdefault(f"{step.name}.grad.{label}", raised(error, self.files))
        for label, record in records.items():
            self.seen[f"{step.name}.probe.{label}"] = record

    def _recorded(
        self,
        recorder: Recorder,
        step: Call,
        function: Callable[..., Any],
        args: Sequence[Any],
        named: Mapping[str, Any],
        tensors: Mapping[str, Tensor],
    ) -> Any:
        """What the call returns; its operations go to `graphs`, those before an exception too."""
        recorder.take_leaves(self.built.get(step.on), tensors)
        out = None
        try:
            with recorder:
                out = function(*args, **named)
        finally:
            self.graphs[step.name] = recorder.graph(out)
        return out

    def _earlier(self, value: Value) -> Value:
        if not isinstance(value, Earlier):
            return value
        if value.step in self.built:
            return self.built[value.step]
        return self.seen.get(f"{value.step}.out", Raised("NotCalled"))

    def _target(self, step: Call) -> Any:
        if not step.on:
            return self.namespace[step.target]
        module = self.built[step.on]
        if isinstance(module, nn.Module):
            module.train(step.train)
        return attribute(module, step.target)

    def _read(self, step: Read) -> None:
        if step.what != "defaults" and step.on not in self.built:
            self.seen[step.name] = self.seen.get(f"{step.on}.raised", Raised("NotBuilt"))
            return
        try:
            if step.what == "defaults":
                self.seen[step.name] = defaults(self.namespace[step.path])
            else:
                self.seen[step.name] = look(self.built[step.on], step.what, step.path)
        except Exception as error:  # noqa: BLE001 - the implementation's fault is data here
            self.seen[step.name] = raised(error, self.files)

    def _reload(self, step: Reload) -> None:
        try:
            if step.of not in self.built:
                raise RuntimeError("the first instance was not built")
            fresh = self._construct(step.entry, step.kwargs, step.dtype, step.seed, step.name)
            fresh.load_state_dict(self.built[step.of].state_dict())
            self.built[step.name] = fresh
        except Exception as error:  # noqa: BLE001 - the implementation's fault is data here
            self.seen[f"{step.name}.raised"] = raised(error, self.files)

    def _optimise(self, step: Optimise) -> None:
        if step.on not in self.built:
            return
        try:
            module = self.built[step.on]
            given = {str(i): v for i, v in enumerate(step.args)} | dict(step.kwargs)
            arguments = _arguments(self.props, given, {}, {})
            args = [arguments[str(i)] for i in range(len(step.args))]
            out = attribute(module, step.target)(*args, **{k: arguments[k] for k in step.kwargs})
            for parameter in module.parameters():
                parameter.grad = None
            torch.autograd.backward(torch.stack([t.double().square().sum() for t in floats(out)]).sum())
            with torch.no_grad():
                for parameter in module.parameters():
                    if parameter.grad is not None:
                        parameter -= step.learning_rate * parameter.grad
        except Exception as error:  # noqa: BLE001 - the implementation's fault is data here
            self.seen["optimise.raised"] = raised(error, self.files)

    def _train(self, step: Train) -> None:
        if step.on not in self.built:
            return
        try:
            _seed(step.seed)
            if step.on not in self.trainers:
                self.trainers[step.on] = Trainer(self.built[step.on], step.learning_rate)
            self.trainers[step.on].run(step)
        except Exception as error:  # noqa: BLE001 - the implementation's fault is data here
            self.seen[f"{step.name}.raised"] = raised(error, self.files)


def _arguments(
    props: Props,
    values: Mapping[str, Value],
    records: dict[str, dict[str, Value]],
    tensors: dict[str, Tensor],
) -> dict[str, Any]:
    """Fresh copies of the arguments (tensors cloned, probes built); tensors and records are reported by label."""
    fresh: dict[str, Any] = {}
    for label, value in values.items():
        if isinstance(value, Probe):
            fresh[label], records[value.label or label] = build_probe(props, value)
        elif isinstance(value, Tensor):
            fresh[label] = tensors[label] = value.detach().clone()
        else:
            fresh[label] = value
    return fresh


def _has_changed(now: Tensor, before: Tensor) -> bool:
    """Whether an argument holds other values than those it was made of, however that was done; NaN is NaN.

    What was written to in place and put back has the same values, and is told by its version.
    """
    if now.shape != before.shape or now.dtype is not before.dtype or now.device != before.device:
        return True
    if now.device.type == "meta" or equal(now, before):
        return False
    return not (now.is_floating_point() and bool(((now == before) | (now.isnan() & before.isnan())).all()))


def push_weights(module: nn.Module, state: Mapping[str, Value]) -> None:
    """Copy `state` (path -> tensor) into the module's parameters and buffers of these paths, casting to their dtype."""
    named = named_parameters(module) | dict(module.named_buffers(remove_duplicate=False))
    with torch.no_grad():
        for path, tensor in state.items():
            named[path].copy_(tensor)

"""The gate finds each kind of fault in a reference, and nothing in a sound one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import torch

from grader.authoring import Build, Call, Case, Draw, Make, Probe
from grader.domain.misconception import Kind
from grader.judge.widths import widened
from grader.proving.gate import gate
from tests.judge.small import BANK, CATALOGUE, EXERCISE, SIZES, Bend, Straight, cases, judge, space


def _found(bank: Any = BANK, catalogue: Any = CATALOGUE, **exercise: Any) -> list[tuple[str, str, str]]:
    made = judge(bank, **exercise)
    return [(p.file.rpartition("/")[2], p.place, p.found) for p in gate(made.exercise, made, catalogue)]


def _with(extra: Callable[[Draw], Iterator[Case]]) -> Any:
    def drawn(draw: Draw) -> Iterator[Case]:
        yield from cases(draw)
        yield from extra(draw)

    return replace(BANK, draw_cases=drawn)


def test_a_sound_exercise_passes() -> None:
    """Nothing right is rejected, nothing wrong missed."""
    assert _found() == []


def test_a_check_without_a_case_is_found() -> None:
    """Each check needs a case."""
    spec = replace(EXERCISE.checks[0], name="lonely")
    assert ("cases.py", "lonely", "no case") in _found(checks=(*EXERCISE.checks, spec))


def test_a_case_without_a_check_is_found() -> None:
    """Each case serves a check, under a name of its own."""
    found = _found(_with(lambda draw: iter([Case("stray", cases_of(draw)), Case("example", cases_of(draw))])))
    assert ("cases.py", "stray", "a case") in found
    assert ("cases.py", "example", "two cases of one name") in found


def cases_of(draw: Draw) -> tuple[Any, ...]:
    """The steps of a sound case."""
    return (
        Build("Bend", SIZES, seed=draw.seed(), weights=draw.weights()),
        Call("call", (draw.normal(2, 3),), on="module"),
    )


def test_an_id_without_an_implementation_is_found_and_the_other_way_round() -> None:
    """Catalogue and implementations list the same ids."""
    more = {**CATALOGUE, "unwritten": replace(CATALOGUE["straight"], id="unwritten")}
    assert ("misconceptions.py", "unwritten", "no implementation") in _found(catalogue=more)
    less = {"straight": CATALOGUE["straight"]}
    assert ("misconceptions.py", "bent-last", "an id") in _found(catalogue=less)


def test_a_misconception_that_passes_is_found() -> None:
    """What gets full marks is a hole in the cases."""
    bank = replace(BANK, misconceptions={**BANK.misconceptions, "harmless": space(Bend)})
    assert ("misconceptions.py", "harmless", "full marks") in _found(bank)


def test_misconceptions_that_are_alike_are_found() -> None:
    """Each must be named as itself."""
    bank = replace(BANK, misconceptions={**BANK.misconceptions, "twin": space(Straight)})
    assert ("misconceptions.py", "twin", "named ['straight']") in _found(bank)


def test_a_kind_that_is_not_true_is_found() -> None:
    """Robustness is what fails edge checks alone."""
    catalogue = {**CATALOGUE, "straight": replace(CATALOGUE["straight"], kind=Kind.ROBUSTNESS)}
    places = [(file, place) for file, place, found in _found(catalogue=catalogue) if found.startswith("kind")]
    assert places == [("misconceptions.py", "straight")]


def test_a_tolerance_near_the_rounding_is_found() -> None:
    """A float32 case leaves a right implementation ten times the room of the reference's own rounding."""

    def narrow(draw: Draw) -> Iterator[Case]:
        build, call = cases_of(draw)
        steps = (replace(build, dtype="float32"), replace(call, args=(call.args[0].float(),)))
        yield Case("values", steps, tolerance=1e-9, name="values_float32")

    assert [place for _, place, found in _found(_with(narrow)) if "rounding" in found] == ["values_float32"]


def test_a_case_that_the_reference_fails_is_found() -> None:
    """What is expected must be what the reference does."""
    wrong = _with(lambda draw: iter([Case("values", cases_of(draw), expected={"call.out": 1}, name="odd")]))
    assert [place for _, place, _ in _found(wrong) if place == "values"] == ["values"]


def test_a_slow_reference_is_found() -> None:
    """Cases take a fifth of the time limit at most."""
    made = judge()
    moments = iter([0.0, 60.0])
    problems = gate(made.exercise, made, CATALOGUE, clock=lambda: next(moments))
    assert [p.found for p in problems] == ["60.0 s"]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_a_case_is_turned_to_float64_wherever_it_has_float32(dtype: torch.dtype) -> None:
    """Arguments, probes and nested values are all turned; a case without float32 has no wide form."""
    x = torch.ones(2, dtype=dtype)
    steps = (
        Make("made", Probe("P", {"deep": ((x, 1), x)})),
        Call("call", (x, [x]), {"y": x}, target="f"),
    )
    wide = widened(Case("c", steps))
    if dtype is torch.float64:
        assert wide is None
        return
    assert wide is not None
    make, call = wide.steps
    assert isinstance(make, Make)
    assert isinstance(call, Call)
    tensors = [
        make.probe.values["deep"][0][0],
        make.probe.values["deep"][1],
        call.args[0],
        call.args[1][0],
        call.kwargs["y"],
    ]
    assert {tensor.dtype for tensor in tensors} == {torch.float64}

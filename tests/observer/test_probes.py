"""Props are built from the sources that an exercise brings along, and say what they recorded."""

from __future__ import annotations

import pytest
import torch

from grader.domain.case import Call, Probe
from grader.observer.observe import observe
from grader.observer.probes import build_probe, load_props

SOURCE = '''
import math
from math import floor


class Double:
    """Twice its argument."""

    def __init__(self, shift=0.0):
        self.shift = shift
        self.record = {"calls": 0}

    def __call__(self, x):
        self.record["calls"] += 1
        return 2 * x + self.shift


def helper(x):
    return x
'''


def test_the_classes_of_a_prop_file_are_props() -> None:
    """What a file defines as a class is a prop; what it imports, and its functions, are not."""
    assert list(load_props({"doubling": SOURCE})) == ["Double"]


def test_a_probe_is_built_with_its_values() -> None:
    """The values of a probe are the arguments of the class; the record is its own and fills while it is called."""
    props = load_props({"doubling": SOURCE})
    made, record = build_probe(props, Probe("Double", {"shift": 1.0}))
    assert (made(2.0), record) == (5.0, {"calls": 1})
    assert build_probe(props, Probe("Double"))[1] == {"calls": 0}


def test_a_prop_without_a_record_says_nothing() -> None:
    """A class without `record` is a prop all the same."""
    made, record = build_probe({"Plain": dict}, Probe("Plain", {"a": 1}))
    assert (made, record) == ({"a": 1}, {})


def test_an_unknown_prop_is_an_error_of_ours() -> None:
    """A case that asks for a prop that its exercise does not bring along fails loudly."""
    with pytest.raises(KeyError):
        build_probe({}, Probe("Double"))


def test_what_a_prop_recorded_is_observed() -> None:
    """A probe among the arguments is built for the call, and its record stands beside the result."""
    step = Call("call", (torch.ones(2), Probe("Double", label="f")), target="twice")
    seen = observe({"twice": lambda x, f: f(f(x))}, (step,), props=load_props({"doubling": SOURCE}))
    assert seen["call.out"].tolist() == [4.0, 4.0]
    assert seen["call.probe.f"] == {"calls": 2}

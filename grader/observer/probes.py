"""Callable arguments that a case describes as data, built from the props that its exercise brings along.

A prop is a class of the course, public like its blocks: `exercises/props/NAME.py`. What it writes down while it
is called stands in its attribute `record`, a dict of plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from grader.domain.case import Probe, Value

Props: TypeAlias = Mapping[str, Callable[..., Any]]
"""Name of a prop -> what builds it."""

NO_PROPS: Props = {}


def load_props(sources: Mapping[str, str]) -> Props:
    """Run the props' files (name -> source) and return every class that they define by its name."""
    found: dict[str, Callable[..., Any]] = {}
    for name, source in sources.items():
        space: dict[str, Any] = {"__name__": f"course.props.{name}"}
        exec(compile(source, f"course/props/{name}.py", "exec"), space)
        own = {n: v for n, v in space.items() if getattr(v, "__module__", "") == space["__name__"]}
        found |= {n: v for n, v in own.items() if isinstance(v, type)}
    return found


def build_probe(props: Props, probe: Probe) -> tuple[Any, dict[str, Value]]:
    """Return the callable that `probe` describes, with its record; KeyError for a prop that is not there."""
    made = props[probe.kind](**probe.values)
    return made, getattr(made, "record", {})

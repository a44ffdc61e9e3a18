"""The public door for courses: one flat namespace, named whole."""

from __future__ import annotations

from types import ModuleType

import grader.authoring as door


def test_every_public_name_is_listed() -> None:
    """What the door offers without an underscore, submodules aside, stands in `__all__`, and each of it is there."""
    offered = {
        name
        for name, value in vars(door).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert offered - {"COURSE_FORMAT"} == set(door.__all__)


def test_every_public_thing_is_documented() -> None:
    """Every function and class that the door offers has a docstring."""
    assert [
        name for name in door.__all__ if callable(getattr(door, name)) and not getattr(door, name).__doc__
    ] == []


def test_the_format_has_a_version() -> None:
    """The interface says which version of a course it takes."""
    assert door.FORMAT == "addnorm.course/1"

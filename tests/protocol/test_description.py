"""A description holds the rows of parameters, and nothing that only looks like one."""

from __future__ import annotations

import pytest

from grader.domain.case import Value
from grader.protocol.description import PARAMETERS_LIMIT, Description, ParameterRow, description_from_value
from grader.protocol.violation import ProtocolViolation

ROW = ParameterRow("up.weight", (3, 2), "up", "Linear", "up.weight")


def test_rows_come_back() -> None:
    """What the worker wrote is what the judge reads."""
    told = Description((ROW, ParameterRow("", (), "", "M", "")))
    assert description_from_value(told.to_value()) == told


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        (1,),
        (("w", (1,), "", "M"),),
        (("w", [1], "", "M", "w"),),
        (("w", (1,), "", "M", 3),),
        (("w", (-1,), "", "M", "w"),),
        (("w", (True,), "", "M", "w"),),
        (("w", ("1",), "", "M", "w"),),
        (("w", (1 << 30,), "", "M", "w"),),
        (("w", (1,) * 17, "", "M", "w"),),
        (("w", (1,), "", "M", "w"),) * (PARAMETERS_LIMIT + 1),
    ],
)
def test_anything_else_is_a_violation(value: Value) -> None:
    """Rows of other lengths, types, shapes, and too many of them."""
    with pytest.raises(ProtocolViolation):
        description_from_value(value)


def test_too_many_parameters_are_said_by_the_worker() -> None:
    """An honest module of thousands of parameters says how many it has, and is not described."""
    assert Description((ROW,) * PARAMETERS_LIMIT).too_large() == ""
    assert "1025 parameter tensors" in Description((ROW,) * (PARAMETERS_LIMIT + 1)).too_large()

"""What data may make our code raise is told from what is a fault of ours."""

from __future__ import annotations

import pytest

from grader.protocol.violation import DATA_FAULTS, ProtocolViolation


@pytest.mark.parametrize(
    "wrong", [lambda: [][1], lambda: {}["a"], lambda: 1 // 0, lambda: int("x"), lambda: None.a]
)  # type: ignore[attr-defined]
def test_data_of_another_form_is_a_fault_of_data(wrong: object) -> None:
    """Reading places, keys, numbers and attributes that are not there is of the kinds that void a reply."""
    with pytest.raises(DATA_FAULTS):
        wrong()  # type: ignore[operator]


@pytest.mark.parametrize("own", [ProtocolViolation, OSError, KeyboardInterrupt, AssertionError])
def test_other_faults_are_not(own: type[BaseException]) -> None:
    """A violation that was found already, and what the machine or we did wrong, is passed on."""
    assert not issubclass(own, DATA_FAULTS)

"""What a forged reply costs its judge, beside an honest wrong answer."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.forging_code import ENTRIES, FORGINGS
from tests.hostile.test_forging_submissions import Judging

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="there is nothing to lock with"),
]
CPU_FACTOR = 2.0
ROUNDS = 3


@pytest.fixture
def judging(root: Path) -> Iterator[Judging]:
    """One grader per exercise, warm."""
    made = Judging(root)
    yield made
    made.current_server.close()


def _seconds(judging: Judging, exercise: int, source: bytes) -> float:
    """CPU seconds of this process, which is the judge's; the median of some rounds."""
    taken = []
    for _ in range(ROUNDS):
        began = time.process_time()
        judging.grade(exercise, source)
        taken.append(time.process_time() - began)
    return statistics.median(taken)


def test_a_forged_reply_costs_at_most_twice_an_honest_one(judging: Judging) -> None:
    """No forging takes more than twice the CPU that an honest wrong answer to the same exercise takes."""
    honest = {number: _seconds(judging, number, judging.honest[number]) for number in ENTRIES}
    ratios = {}
    for forging in FORGINGS:
        spent = _seconds(judging, forging.exercise, forging.source)
        ratios[f"ex{forging.exercise:02} {forging.name}"] = spent / honest[forging.exercise]
    print("\nCPU of the judge for a forged reply, beside an honest wrong answer")
    for name, ratio in sorted(ratios.items(), key=lambda item: -item[1]):
        print(f"  {name:32} {ratio:5.2f} x")
    assert max(ratios.values()) <= CPU_FACTOR

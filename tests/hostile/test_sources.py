"""Sources that attack the parser get a verdict, and the next one is taken as if nothing was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.siege import MODES, Siege, besieged, demand
from tests.hostile.sources import MadeSource, made_sources


@pytest.fixture(scope="module")
def siege(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Siege]:
    """An ordinary user's server."""
    demand(MODES[1])
    with besieged(MODES[1], root, tmp_path_factory.mktemp("sources")) as started:
        assert started.honest().accepted
        yield started


@pytest.mark.hostile
@pytest.mark.parametrize("made", made_sources(), ids=lambda made: made.name)
def test_the_source_gets_its_verdict(made: MadeSource, siege: Siege) -> None:
    """The source is refused, or harmless, in time; nothing is changed and the next one is right."""
    fallen = siege.attack(made.submission, 5.0)
    assert fallen.result.verdict == made.verdict, (fallen.result.failure, fallen.result.problem)
    assert fallen.result.confinement == MODES[1].level
    assert fallen.seconds < 6.0
    assert siege.damage() == []
    assert siege.honest().score == 10.0

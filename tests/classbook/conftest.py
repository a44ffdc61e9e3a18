"""A store for reading runs back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.store.store import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store in a file."""
    with open_store(f"sqlite:///{tmp_path / 's.db'}") as opened:
        yield opened

"""What every test may count on: one thread, no settings of the developer's own, skips that are seen."""

from __future__ import annotations

import os

# Before torch is imported anywhere: a fork after a threaded operation hangs the child.
from grader.confinement.one_thread import keep_to_one_thread

keep_to_one_thread()

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = (
    "GRADE_COURSE",
    "GRADE_DB",
    "GRADE_LANG",
    "LANGUAGE",
    "LC_MESSAGES",
    "NO_COLOR",
    "FORCE_COLOR",
    "COLUMNS",
)


def _is_set(variable: str) -> bool:
    return os.environ.get(variable, "") not in ("", "0")


# The same examples at each run, however slow the machine; SLOW=1 draws new ones.
settings.register_profile("suite", deadline=None, derandomize=not _is_set("SLOW"))
settings.load_profile("suite")


def require(feature: str, available: bool, why: str) -> None:
    """Go on only where `feature` is `available`: else skip and say `why`, or fail if REQUIRE_ALL=1."""
    if available:
        return
    message = f"{feature} is not available: {why}"
    if _is_set("REQUIRE_ALL"):
        pytest.fail(f"{message} (REQUIRE_ALL=1)", pytrace=False)
    pytest.skip(message)


@pytest.fixture(name="require")
def require_fixture() -> Callable[[str, bool, str], None]:
    """Hand `require` to tests that would rather ask for it than import it."""
    return require


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's root folder."""
    return ROOT


@pytest.fixture(autouse=True)
def _neutral_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Hide the developer's own settings, and keep scores out of their data folder."""
    for variable in SETTINGS:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "user-data"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless SLOW=1; pytest's last line counts them as deselected."""
    if _is_set("SLOW"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]

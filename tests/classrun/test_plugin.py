"""The plugin of a cluster's worker: one process, replaced when it is gone."""

from __future__ import annotations

import importlib.util
import threading
from typing import Any

import pytest

from tests.conftest import require


class OwnProcess:
    """A grading process that answers, or is gone."""

    def __init__(self, answer: dict[str, Any] | None) -> None:
        self.answer, self.ended = answer, False

    def ask(self, job: bytes, seconds: float) -> dict[str, Any] | None:
        """The answer."""
        return self.answer

    def end(self) -> None:
        """End it."""
        self.ended = True


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A plugin whose processes a test makes."""
    require("dask.distributed", importlib.util.find_spec("distributed") is not None, 'the extra "cluster"')
    from grader.classrun.plugin import GradingPlugin

    made = GradingPlugin("/course", 7, "none")
    made._one_at_a_time = threading.Lock()
    made._process = None
    return made


def test_a_process_that_is_gone_is_a_fault_and_replaced(plugin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The submission over which it ended gets no verdict; the next one asks another process."""
    gone, fresh = OwnProcess(None), OwnProcess({"result": {}})
    processes = [gone, fresh]
    monkeypatch.setattr(plugin, "_ready_process", lambda: plugin._process or _take(plugin, processes))
    assert "crash" in plugin.answer(1.0, b"job")
    assert gone.ended
    assert plugin.answer(1.0, b"job") == {"result": {}}
    plugin.teardown(None)
    assert fresh.ended


def _take(plugin: Any, processes: list[OwnProcess]) -> OwnProcess:
    plugin._process = processes.pop(0)
    return plugin._process

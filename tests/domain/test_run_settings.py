"""A run's settings: typed, and the same after a stay in the store."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from grader.domain.policy import Counts, LateRule, Policy, Share
from grader.domain.run_settings import RunSettings, settings_from_plain, settings_to_plain

DUE = datetime(2026, 10, 1, tzinfo=UTC)
POLICY = Policy(
    DUE,
    {3: DUE},
    LateRule(0.1, 0.5, 15.0, Share.SCORE, 7),
    Counts.BEST,
    1,
    frozenset({("a", 3), ("b", None)}),
    ZoneInfo("Asia/Shanghai"),
    ("*/model.py",),
)


def test_settings_come_back_as_they_were() -> None:
    """Policy, people, the repeated run and the secret survive the stay in JSON; what is not set is not written."""
    settings = RunSettings(POLICY, ("a", "b"), "run-1", "ff")
    assert settings_from_plain(json.loads(json.dumps(settings_to_plain(settings)))) == settings
    assert settings_to_plain(RunSettings()) == {}
    assert settings_from_plain({}) == RunSettings()


def test_what_is_unknown_is_passed_over() -> None:
    """A setting of another version does not stop the reader."""
    assert settings_from_plain({"jobs": 2, "people": ["a"]}) == RunSettings(people=("a",))

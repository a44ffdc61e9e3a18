"""`require` and the slow marker: what a machine lacks is seen, and CI lacks nothing."""

from __future__ import annotations

import pytest

from tests.conftest import require


def test_an_available_feature_lets_the_test_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """`require` does nothing where the feature is there, in CI too."""
    monkeypatch.setenv("REQUIRE_ALL", "1")
    require("arithmetic", True, "never said")


def test_a_missing_feature_skips_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a feature is missing, the test is skipped and the reason is in the report."""
    monkeypatch.delenv("REQUIRE_ALL", raising=False)
    with pytest.raises(pytest.skip.Exception, match="Landlock is not available: the kernel is old"):
        require("Landlock", False, "the kernel is old")


def test_a_missing_feature_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """With REQUIRE_ALL=1 a missing feature fails the test, so that no check drops out unseen."""
    monkeypatch.setenv("REQUIRE_ALL", "1")
    with pytest.raises(pytest.fail.Exception, match="the kernel is old"):
        require("Landlock", False, "the kernel is old")

"""A real Chromium without a window, and axe; where a machine lacks one of them the tests are skipped visibly."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.page import Browser
from tests.conftest import require

AXE = "AXE_CORE"
"""Names the folder of npm's package axe-core."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser, one for all tests."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    require("Chromium", program is not None and driver is not None, "install chromium and chromium-driver")
    try:
        import selenium  # noqa: F401 - only to see whether it is there
    except ImportError:
        require("selenium", False, "pip install selenium")
    opened = Browser(str(program), str(driver))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe, the accessibility checker."""
    folder = os.environ.get(AXE, "")
    path = Path(folder) / "axe.min.js"
    require(
        "axe-core", bool(folder) and path.is_file(), f"npm install axe-core, and name its folder in {AXE}"
    )
    return path.read_text("utf-8")

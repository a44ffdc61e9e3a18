"""Drives one headless Chromium: opens a file, watches its console and its requests, and asks it things."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any


class Browser:
    """One browser; `open` forgets what the page before it did."""

    def __init__(self, program: str, driver: str) -> None:
        """Start `program` through its `driver`."""
        from selenium.webdriver import Chrome, ChromeOptions
        from selenium.webdriver.chrome.service import Service

        options = ChromeOptions()
        options.binary_location = program
        for flag in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(flag)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")  # Chromium refuses its sandbox to root
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self._driver: Any = Chrome(options=options, service=Service(driver))

    def close(self) -> None:
        """End it."""
        self._driver.quit()

    def open(self, page: Path, *, width: int = 1280, dark: bool = False, printed: bool = False) -> None:
        """Open a file in a window of that width."""
        self._emulate(width, dark=dark, printed=printed)
        self.console()
        self.requests()
        self._driver.get(page.as_uri())

    def _emulate(self, width: int, *, dark: bool, printed: bool) -> None:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        media = {"media": "print" if printed else "", "features": [scheme]}
        self._driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self._driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def ask(self, script: str, *arguments: object) -> Any:
        """What a script returns."""
        return self._driver.execute_script(script, *arguments)

    def console(self) -> list[str]:
        """What the console said since the last time."""
        return [f"{entry['level']}: {entry['message']}" for entry in self._driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Every address that was asked for since the last time."""
        found = []
        for entry in self._driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def violations(self, axe: str) -> list[str]:
        """What axe finds, by rule, with the first place of each."""
        self._driver.execute_script(axe)
        script = """const done = arguments[0];
        axe.run({resultTypes: ["violations"]}).then((found) => done(found.violations.map(
          (each) => `${each.id}: ${each.nodes.length} x ${each.nodes[0].html.slice(0, 160)}`)));"""
        self._driver.set_script_timeout(120)
        return list(self._driver.execute_async_script(script))

    def printed(self) -> bytes:
        """The page as a PDF."""
        return base64.b64decode(self._driver.print_page())

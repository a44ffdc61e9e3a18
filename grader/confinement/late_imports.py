"""Make a module that may not be read look like one that is not installed.

Packages try optional ones (`try: import colorama / except ImportError`); a PermissionError would end them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class _ReadableModules:
    """Finds what PathFinder finds, unless its file cannot be opened."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module's spec, or None where PathFinder has none or the file is out of reach."""
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None or not spec.has_location:
            return spec
        try:
            os.close(os.open(spec.origin, os.O_RDONLY | os.O_CLOEXEC))  # access(2) would not ask Landlock
        except PermissionError:
            return None
        return spec

    @staticmethod
    def invalidate_caches() -> None:
        """Pass the request on: `importlib.invalidate_caches` calls every finder."""
        PathFinder.invalidate_caches()


def skip_unreadable_modules() -> None:
    """Change this process's import system so that a module out of reach raises ModuleNotFoundError."""
    sys.meta_path[:] = [_ReadableModules if finder is PathFinder else finder for finder in sys.meta_path]

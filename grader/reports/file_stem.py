"""A file's name for a person: the key where that is harmless, else a digest of it."""

from __future__ import annotations

import hashlib
import re

_HARMLESS = re.compile(r"[a-z0-9][a-z0-9._-]{0,80}")
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)))
)


def file_stem(key: str) -> str:
    """The name without an ending; no two keys share one, on a disk that ignores case neither."""
    if _HARMLESS.fullmatch(key) and not key.endswith(".") and key.partition(".")[0] not in _RESERVED:
        return key
    return "p" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:24]

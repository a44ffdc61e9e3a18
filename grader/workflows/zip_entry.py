"""A file in a zip that we write: equal contents give equal archives."""

from __future__ import annotations

import zipfile

MOMENT = (2026, 1, 1, 0, 0, 0)  # one content, one archive
EXECUTABLE, PLAIN = 0o755 << 16, 0o644 << 16


def add_entry(archive: zipfile.ZipFile, name: str, content: bytes, mode: int = PLAIN) -> None:
    """Add a file, compressed, under a fixed time; `mode` is PLAIN or EXECUTABLE."""
    info = zipfile.ZipInfo(name, MOMENT)
    info.external_attr = mode
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, content)

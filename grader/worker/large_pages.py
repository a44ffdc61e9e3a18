"""Puts this process's memory into large pages, a little at a time, so that forks of it cost less.

A fork copies the table of the parent's private pages and an exit tears it down: 2 MiB are 512 entries in small
pages, and one in a large page. The libc's own setting for large pages is lost when a server is forked from
the judge and both write.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from pathlib import Path

LARGE_PAGE_BYTES = 2 * 1024 * 1024
_MADV_COLLAPSE = 25
_MAPS = Path("/proc/self/maps")


def gathering() -> Iterator[None]:
    """Collapse one large page at each step, over the private memory that the process has at the first one.

    Changes nothing where the system knows no large pages or no such request (Linux before 6.1).
    """
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None)
    for start, end in list(_private_ranges()):
        for address in range(start, end, LARGE_PAGE_BYTES):
            place, size = ctypes.c_void_p(address), ctypes.c_size_t(LARGE_PAGE_BYTES)
            libc.madvise(place, size, _MADV_COLLAPSE)  # what cannot be collapsed stays as it is
            yield


def _private_ranges() -> Iterator[tuple[int, int]]:
    """The aligned parts of the heap and of other anonymous, writable memory."""
    for row in _MAPS.read_text(encoding="utf-8").splitlines():
        addresses, permissions, _, _, _, *name = row.split(maxsplit=5)
        if permissions.startswith("rw") and name in ([], ["[heap]"]):
            start, end = (int(part, 16) for part in addresses.split("-"))
            start = -(-start // LARGE_PAGE_BYTES) * LARGE_PAGE_BYTES
            yield start, end // LARGE_PAGE_BYTES * LARGE_PAGE_BYTES

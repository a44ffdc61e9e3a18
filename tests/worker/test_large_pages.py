"""Memory is gathered into large pages step by step, and stays what it was."""

from __future__ import annotations

import ctypes
import mmap
import re
from collections.abc import Callable
from pathlib import Path

from grader.worker.large_pages import LARGE_PAGE_BYTES, gathering

SIZE = 4 * LARGE_PAGE_BYTES


def _large_kib(address: int) -> int:
    """KiB of the mapping at this address that lie in large pages."""
    found = False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        head = re.match(r"([0-9a-f]+)-([0-9a-f]+) ", line)
        if head:
            found = int(head[1], 16) <= address < int(head[2], 16)
        elif found and line.startswith("AnonHugePages:"):
            return int(line.split()[1])
    return 0


def test_small_pages_become_large_ones(require: Callable[[str, bool, str], None]) -> None:
    """What was written into small pages lies in large ones afterwards, with the same content."""
    enabled = Path("/sys/kernel/mm/transparent_hugepage/enabled")
    release = tuple(
        int(part) for part in re.findall(r"\d+", Path("/proc/sys/kernel/osrelease").read_text())[:2]
    )
    require("large pages", enabled.is_file() and release >= (6, 1), "Linux 6.1 with transparent huge pages")
    memory = mmap.mmap(-1, SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    content = bytes(range(256)) * (SIZE // 256)
    memory[:] = content
    before = _large_kib(address)
    memory.madvise(mmap.MADV_HUGEPAGE)
    for _ in gathering():
        pass
    assert _large_kib(address) - before >= SIZE // 2 // 1024  # its ends need not be aligned
    assert memory[:] == content

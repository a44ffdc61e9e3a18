"""Landlock rules by system call: named folders readable, nothing writable, no TCP, no signals outwards.

By system call and not by library, because the libraries at hand handle files alone, choose the version by
themselves (so that version 1 could not be tested on a newer kernel) and are not installed everywhere.
"""

from __future__ import annotations

import ctypes
import os
import struct
from enum import IntFlag

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_VERSION_FLAG = 1
_PATH_BENEATH = 1
_RANDOMNESS = "/dev/urandom"  # torch.seed() reads it
NEWEST_ABI = 6  # versions above add nothing that a child without threads needs


class Access(IntFlag):
    """File rights of `linux/landlock.h`."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_DIR = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_CHAR = 1 << 6
    MAKE_DIR = 1 << 7
    MAKE_REG = 1 << 8
    MAKE_SOCK = 1 << 9
    MAKE_FIFO = 1 << 10
    MAKE_BLOCK = 1 << 11
    MAKE_SYM = 1 << 12
    REFER = 1 << 13
    TRUNCATE = 1 << 14
    IOCTL_DEV = 1 << 15


_ALL_RIGHTS_OF_ABI_1 = Access((1 << 13) - 1)
_BIND_AND_CONNECT_TCP = 0b11
_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11


def handled_rights(abi: int) -> tuple[int, int, int]:
    """Return what version `abi` can be told to refuse: (files, network, scopes), each a bit mask."""
    files = _ALL_RIGHTS_OF_ABI_1
    if abi >= 2:
        files |= Access.REFER
    if abi >= 3:
        files |= Access.TRUNCATE
    if abi >= 5:
        files |= Access.IOCTL_DEV
    network = _BIND_AND_CONNECT_TCP if abi >= 4 else 0
    scopes = _ABSTRACT_SOCKETS_AND_SIGNALS if abi >= 6 else 0
    return int(files), network, scopes


def _call(libc: ctypes.CDLL, number: int, *arguments: object) -> int:
    ctypes.set_errno(0)
    result: int = libc.syscall(ctypes.c_long(number), *arguments)
    return result


def supported_abi(libc: ctypes.CDLL) -> int:
    """Ask the kernel for its Landlock version; 0 where it has none or it is switched off."""
    return max(0, _call(libc, CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG)))


def _attributes(abi: int) -> bytes:
    files, network, scopes = handled_rights(abi)
    # Older kernels know a shorter struct and refuse a longer one only where its tail is not zero; stay exact.
    return struct.pack("<QQQ", files, network, scopes)[: 8 if abi < 4 else 16 if abi < 6 else 24]


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, rights: Access) -> None:
    """Grant `rights` on `path` and all beneath it; a path missing or out of reach grants nothing."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, PermissionError):
        return
    try:
        rule = struct.pack("<Qi", rights, place)
        if _call(libc, ADD_RULE, ruleset, _PATH_BENEATH, rule, ctypes.c_uint32(0)) != 0:
            raise OSError(ctypes.get_errno(), f"landlock_add_rule: {path}")
    finally:
        os.close(place)


def build_ruleset(libc: ctypes.CDLL, readable: tuple[str, ...], abi: int) -> int:
    """Return a ruleset's descriptor: `readable` may be read, the null device written; raises OSError."""
    attributes = _attributes(abi)
    ruleset = _call(libc, CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset")
    for path in readable:
        of_file = Access.READ_FILE
        _allow(libc, ruleset, path, of_file | Access.READ_DIR if os.path.isdir(path) else of_file)
    _allow(libc, ruleset, os.devnull, Access.READ_FILE | Access.WRITE_FILE)
    _allow(libc, ruleset, _RANDOMNESS, Access.READ_FILE)
    return ruleset


def restrict_self(libc: ctypes.CDLL, ruleset: int) -> None:
    """Put this process under `ruleset` for good; needs no_new_privs; raises OSError."""
    if _call(libc, RESTRICT_SELF, ruleset, ctypes.c_uint32(0)) != 0:
        raise OSError(ctypes.get_errno(), "landlock_restrict_self")

"""Give up what a Linux process can do, call by call; each function raises OSError when the kernel says no."""

from __future__ import annotations

import ctypes
import os
import signal
import struct

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_KEEPCAPS = 1, 4, 8
_PR_SET_SECCOMP, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 22, 36, 38
_SECCOMP_MODE_FILTER = 2
_CAPABILITY_VERSION_3 = 0x2008_0522
_CAP_SETUID = 7
_EFAULT = 14


class _Program(ctypes.Structure):
    """`struct sock_fprog`: how many instructions, and where they are."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def _check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def _prctl(libc: ctypes.CDLL, option: int, value: int) -> int:
    rest = ctypes.c_ulong(0)
    result: int = libc.prctl(ctypes.c_int(option), ctypes.c_ulong(value), rest, rest, rest)
    return result


def forbid_new_privileges(libc: ctypes.CDLL) -> None:
    """No program that this process starts can gain a privilege; Landlock and seccomp demand it."""
    _check(_prctl(libc, _PR_SET_NO_NEW_PRIVS, 1), "no_new_privs")


def hide_and_die_with_parent(libc: ctypes.CDLL) -> None:
    """Never traced, dumped or read through /proc; killed with the server. A change of user undoes both."""
    _check(_prctl(libc, _PR_SET_DUMPABLE, 0), "dumpable")
    _check(_prctl(libc, _PR_SET_PDEATHSIG, signal.SIGKILL), "death signal")


def guard_children(libc: ctypes.CDLL) -> None:
    """Orphans of children come to this process and are ended; children cannot look into it."""
    _prctl(libc, _PR_SET_CHILD_SUBREAPER, 1)
    _prctl(libc, _PR_SET_DUMPABLE, 0)


def takes_filters(libc: ctypes.CDLL) -> bool:
    """Tell whether the kernel knows seccomp filters: then it complains of the missing program only."""
    ctypes.set_errno(0)
    rest = ctypes.c_ulong(0)
    libc.prctl(ctypes.c_int(_PR_SET_SECCOMP), ctypes.c_ulong(_SECCOMP_MODE_FILTER), None, rest, rest)
    return ctypes.get_errno() == _EFAULT


def install_filter(libc: ctypes.CDLL, program: bytes) -> None:
    """Put a seccomp filter on this process for good; needs no_new_privs."""
    described = _Program(len(program) // 8, program)
    rest = ctypes.c_ulong(0)
    mode = ctypes.c_ulong(_SECCOMP_MODE_FILTER)
    result = libc.prctl(ctypes.c_int(_PR_SET_SECCOMP), mode, ctypes.byref(described), rest, rest)
    _check(result, "seccomp filter")


def _set_capabilities(libc: ctypes.CDLL, effective: int, permitted: int) -> None:
    header = struct.pack("<Ii", _CAPABILITY_VERSION_3, 0)
    data = struct.pack("<6I", effective, permitted, 0, 0, 0, 0)
    _check(libc.capset(header, data), "capset")


def drop_capabilities(libc: ctypes.CDLL) -> None:
    """Empty every capability set; with no_new_privs and no exec there is no way back."""
    _set_capabilities(libc, 0, 0)


def can_become(uid: int, gid: int) -> bool:
    """Tell whether this process is root and `uid`, `gid` exist in its user namespace."""
    if os.geteuid() != 0:
        return False
    with open("/proc/self/setgroups", encoding="ascii") as setgroups:
        if setgroups.read().strip() == "deny":
            return False
    return _is_mapped("/proc/self/uid_map", uid) and _is_mapped("/proc/self/gid_map", gid)


def _is_mapped(path: str, number: int) -> bool:
    with open(path, encoding="ascii") as lines:
        ranges = [tuple(int(field) for field in line.split()) for line in lines]
    return any(first <= number < first + length for first, _outside, length in ranges)


def become(libc: ctypes.CDLL, uid: int, gid: int, *, keep_file_identity: bool) -> None:
    """Turn root into `uid` and `gid` for good, without groups and capabilities.

    With `keep_file_identity` the kernel goes on checking files against user 0 (fsuid) and everything else
    (signals, tracing) against `uid`: for a Python that lies under a folder which only root may enter.
    """
    os.setgroups([])
    os.setresgid(gid, gid, gid)
    if not keep_file_identity:
        os.setresuid(uid, uid, uid)
        return
    _check(_prctl(libc, _PR_SET_KEEPCAPS, 1), "keepcaps")
    os.setresuid(uid, uid, uid)
    only_setuid = 1 << _CAP_SETUID
    _set_capabilities(libc, only_setuid, only_setuid)
    libc.setfsuid(0)
    if libc.setfsuid(-1) != 0:
        raise OSError("setfsuid: the file identity could not be kept")

"""The system calls that a confined child may make, as a seccomp filter for x86-64 or aarch64.

An allow-list: what is not named is refused with EPERM, so a call that the kernel will gain next year is refused
too. Numbers are the kernel's own (`asm/unistd_64.h`, `asm-generic/unistd.h`); tests compare them with libseccomp.
"""

from __future__ import annotations

import errno
import functools
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class _Machine:
    """A processor for the filter: its audit number, its column below, where a second ABI begins."""

    audit: int
    column: int
    second_abi_from: int | None


class Architecture(Enum):
    """A processor that there is a table for; the names are those of `platform.machine()`."""

    X86_64 = _Machine(audit=0xC000003E, column=0, second_abi_from=0x4000_0000)
    AARCH64 = _Machine(audit=0xC00000B7, column=1, second_abi_from=None)

    @classmethod
    def of(cls, machine: str) -> Architecture | None:
        """Return the table for `machine` ("x86_64", "aarch64", "arm64"), None where there is none."""
        return {"x86_64": cls.X86_64, "aarch64": cls.AARCH64, "arm64": cls.AARCH64}.get(machine)


Numbers = tuple[int | None, int | None]

# Each dictionary: name -> (x86-64, aarch64). aarch64 never had the calls with None.
ON_OPEN_DESCRIPTORS: dict[str, Numbers] = {
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67),
    "pwrite64": (18, 68), "lseek": (8, 62), "close": (3, 57), "close_range": (436, 436), "dup": (32, 23),
    "dup2": (33, None), "dup3": (292, 24), "fstat": (5, 80), "getdents64": (217, 61), "poll": (7, None),
    "ppoll": (271, 73), "select": (23, None), "pselect6": (270, 72),
}  # fmt: skip
# Names and sizes of files are no secret that these levels promise to keep; their contents are.
LOOKING_UP_NAMES: dict[str, Numbers] = {
    "newfstatat": (262, 79), "stat": (4, None), "lstat": (6, None), "statx": (332, 291),
    "access": (21, None), "faccessat": (269, 48), "faccessat2": (439, 439), "readlink": (89, None),
    "readlinkat": (267, 78), "getcwd": (79, 17), "umask": (95, 166),
}  # fmt: skip
# RLIMIT_AS bounds all of these; what it does not bound (memfd_create, pipes, System V memory) is refused.
MEMORY: dict[str, Numbers] = {
    "mmap": (9, 222), "munmap": (11, 215), "mremap": (25, 216), "mprotect": (10, 226),
    "madvise": (28, 233), "brk": (12, 214),
}  # fmt: skip
OWN_SIGNALS_AND_END: dict[str, Numbers] = {
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132), "restart_syscall": (219, 128), "exit": (60, 93), "exit_group": (231, 94),
    "wait4": (61, 260),
}  # fmt: skip
CLOCKS_AND_WAITING: dict[str, Numbers] = {
    "clock_gettime": (228, 113), "clock_getres": (229, 114), "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101), "gettimeofday": (96, 169), "time": (201, None), "times": (100, 153),
    "getrusage": (98, 165), "futex": (202, 98), "sched_yield": (24, 124), "setitimer": (38, 103),
    "getitimer": (36, 102), "alarm": (37, None),
}  # fmt: skip
ASKING_ABOUT_ONESELF: dict[str, Numbers] = {
    "getpid": (39, 172), "getppid": (110, 173), "gettid": (186, 178), "getuid": (102, 174),
    "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177), "getresuid": (118, 148),
    "getresgid": (120, 150), "getgroups": (115, 158), "getpgid": (121, 155), "getpgrp": (111, None),
    "getsid": (124, 156), "uname": (63, 160), "sysinfo": (99, 179), "getrlimit": (97, 163),
    "getrandom": (318, 278), "sched_getaffinity": (204, 123), "getcpu": (309, 168),
}  # fmt: skip
ALLOWED: dict[str, Numbers] = {
    **ON_OPEN_DESCRIPTORS, **LOOKING_UP_NAMES, **MEMORY, **OWN_SIGNALS_AND_END, **CLOCKS_AND_WAITING,
    **ASKING_ABOUT_ONESELF,
}  # fmt: skip

OPENING: dict[str, Numbers] = {"openat": (257, 56), "open": (2, None)}
NEW_PROCESSES: dict[str, Numbers] = {"clone": (56, 220), "fork": (57, None), "vfork": (58, None)}
SPECIAL: dict[str, Numbers] = {
    "clone3": (435, 435), "fcntl": (72, 25), "ioctl": (16, 29), "kill": (62, 129), "tgkill": (234, 131),
    "prlimit64": (302, 261),
}  # fmt: skip

# F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC; not F_SETOWN, F_SETSIG: they signal others.
FCNTL_COMMANDS = (0, 1, 2, 3, 4, 1030)
# TCGETS (isatty), FIONCLEX, FIOCLEX.
IOCTL_COMMANDS = (0x5401, 0x5450, 0x5451)

_LOAD, _AND, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
_ALLOW, _KILL_PROCESS, _ERRNO = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
_ACCESS_MODE, _TRUNCATE = 0o3, 0o1000
_PLACE_OF_PID = 0x7EAD_BEEF

Instruction = tuple[int, int, int, int]


def _refuse(number: int) -> Instruction:
    return (_RETURN, 0, 0, _ERRNO | number)


def _low_word(argument: int) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * argument)


def _high_word(argument: int) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * argument + 4)


_GRANT: Instruction = (_RETURN, 0, 0, _ALLOW)


def _only_when(argument: int, values: Iterable[int]) -> list[Instruction]:
    """Allow where the low word of `argument` (the kernel reads an int there) is one of `values`."""
    block = [_low_word(argument)]
    for value in values:
        block += [(_IF_EQUAL, 0, 1, value), _GRANT]
    return [*block, _refuse(errno.EPERM)]


def _open_to_read(flags_argument: int) -> list[Instruction]:
    """Leave opens to Landlock, but for two that its first versions let through.

    O_RDONLY|O_TRUNC empties a file without asking for the right to write; access mode 3 asks for no right.
    """
    bad = (_TRUNCATE, _ACCESS_MODE, _ACCESS_MODE | _TRUNCATE)
    block: list[Instruction] = [_low_word(flags_argument), (_AND, 0, 0, _ACCESS_MODE | _TRUNCATE)]
    for value in bad:
        block += [(_IF_EQUAL, 0, 1, value), _refuse(errno.EACCES)]
    return [*block, _GRANT]


def _read_own_limits() -> list[Instruction]:
    """prlimit64(0, resource, NULL, old): asking is allowed, setting is not, nor is any other process."""
    must_be_zero = [_low_word(0), _low_word(2), _high_word(2)]
    block: list[Instruction] = []
    for load in must_be_zero:
        block += [load, (_IF_EQUAL, 1, 0, 0), _refuse(errno.EPERM)]
    return [*block, _GRANT]


def _special(opens: bool) -> dict[str, list[Instruction]]:
    """What is decided by a call's arguments, or refused with a number of its own."""
    own_process = _only_when(0, [_PLACE_OF_PID])
    refused_opens = [_refuse(errno.EACCES)]
    return {
        "openat": _open_to_read(2) if opens else refused_opens,
        "open": _open_to_read(1) if opens else refused_opens,
        # glibc takes ENOSYS as "an older kernel" and tries clone, which says EAGAIN: no thread, no process.
        "clone3": [_refuse(errno.ENOSYS)],
        **{name: [_refuse(errno.EAGAIN)] for name in NEW_PROCESSES},
        "fcntl": _only_when(1, FCNTL_COMMANDS),
        "ioctl": _only_when(1, IOCTL_COMMANDS),
        # abort() signals itself; a group, a parent or -1 is another number.
        "kill": own_process,
        "tgkill": own_process,
        "prlimit64": _read_own_limits(),
    }


def _instructions(architecture: Architecture, opens: bool) -> list[Instruction]:
    machine = architecture.value
    program: list[Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_IF_EQUAL, 1, 0, machine.audit),
        (_RETURN, 0, 0, _KILL_PROCESS),  # int 0x80 on x86-64, 32-bit arm
        (_LOAD, 0, 0, _NUMBER_AT),
    ]
    if machine.second_abi_from is not None:
        program += [(_IF_AT_LEAST, 0, 1, machine.second_abi_from), (_RETURN, 0, 0, _KILL_PROCESS)]  # x32
    for numbers in ALLOWED.values():
        number = numbers[machine.column]
        if number is not None:
            program += [(_IF_EQUAL, 0, 1, number), _GRANT]
    for name, block in _special(opens).items():
        number = {**OPENING, **NEW_PROCESSES, **SPECIAL}[name][machine.column]
        if number is not None:
            program += [(_IF_EQUAL, 0, len(block), number), *block]
    return [*program, _refuse(errno.EPERM)]


@functools.cache
def _template(architecture: Architecture, opens: bool) -> bytes:
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in _instructions(architecture, opens))


def assemble(architecture: Architecture, *, opens: bool, pid: int) -> bytes:
    """Return the filter as the kernel's `struct sock_filter` array; the process may signal `pid` alone.

    `opens=False` refuses every open, for machines without Landlock.
    """
    return _template(architecture, opens).replace(struct.pack("<I", _PLACE_OF_PID), struct.pack("<I", pid))

"""The filter says what its tables say, on both processors; a small interpreter runs it here."""

from __future__ import annotations

import errno
import struct

import pytest

from grader.confinement import seccomp
from grader.confinement.seccomp import ALLOWED, NEW_PROCESSES, OPENING, SPECIAL, Architecture, assemble
from tests.conftest import require

ALLOW, KILL, ERRNO = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
PID = 4321


def run(program: bytes, audit: int, number: int, *arguments: int) -> int:
    """Execute a filter on one system call as the kernel would, and return its verdict."""
    data = struct.pack("<IIQ6Q", number, audit, 0, *(*arguments, *(6 - len(arguments)) * (0,)))
    accumulator, at = 0, 0
    while True:
        code, if_true, if_false, constant = struct.unpack_from("<HBBI", program, 8 * at)
        at += 1
        if code == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, constant)
        elif code == 0x54:
            accumulator &= constant
        elif code == 0x15:
            at += if_true if accumulator == constant else if_false
        elif code == 0x35:
            at += if_true if accumulator >= constant else if_false
        else:
            assert code == 0x06, f"an instruction that no test knows: {code:#x}"
            return int(constant)


@pytest.fixture(params=Architecture, ids=lambda architecture: architecture.name)
def architecture(request: pytest.FixtureRequest) -> Architecture:
    """Each processor that there is a table for; the filter needs none of them to be looked at."""
    chosen: Architecture = request.param
    return chosen


def verdict(architecture: Architecture, name: str, *arguments: int, opens: bool = True) -> int | None:
    """What becomes of a named call; None where this processor has no such call."""
    tables = {**ALLOWED, **OPENING, **NEW_PROCESSES, **SPECIAL}
    number = tables[name][architecture.value.column]
    if number is None:
        return None
    return run(assemble(architecture, opens=opens, pid=PID), architecture.value.audit, number, *arguments)


def test_every_listed_call_is_allowed_and_no_other(architecture: Architecture) -> None:
    """Among the first thousand numbers exactly those of the table are allowed without a look at arguments."""
    program, machine = assemble(architecture, opens=False, pid=PID), architecture.value
    listed = {numbers[machine.column] for numbers in ALLOWED.values()} - {None}
    nonsense = 6 * (0xFFFF_FFFF_FFFF,)
    assert {n for n in range(1000) if run(program, machine.audit, n, *nonsense) == ALLOW} == listed


def test_other_architectures_and_x32_are_killed(architecture: Architecture) -> None:
    """A call with another audit number (int 0x80), or an x32 number on x86-64, ends the process."""
    program, machine = assemble(architecture, opens=True, pid=PID), architecture.value
    assert run(program, 0x4000_0003, 20) == KILL
    assert run(program, 0x4000_0028, 20) == KILL
    x32 = run(program, machine.audit, 0x4000_0000 | 39)
    assert x32 == (KILL if architecture is Architecture.X86_64 else ERRNO | errno.EPERM)


def test_new_processes_are_told_to_try_again_later(architecture: Architecture) -> None:
    """clone, fork and vfork give EAGAIN; clone3 gives ENOSYS, so that libc falls back to clone."""
    for name in NEW_PROCESSES:
        assert verdict(architecture, name, 17) in (ERRNO | errno.EAGAIN, None)
    assert verdict(architecture, "clone3") == ERRNO | errno.ENOSYS


def test_signals_go_to_oneself_alone(architecture: Architecture) -> None:
    """kill and tgkill are allowed for the child's own number, not for another, a group or everyone."""
    for name in ("kill", "tgkill"):
        assert verdict(architecture, name, PID, 6) == ALLOW
        for other in (1, 0, PID + 1, 0xFFFF_FFFF, 2**64 - PID):
            assert verdict(architecture, name, other, 9) == ERRNO | errno.EPERM


def test_opens_are_left_to_landlock_but_for_two(architecture: Architecture) -> None:
    """With Landlock opens pass, but for a reader's truncation and access mode 3 (version 1 misses both)."""
    readers_truncation, mode_3, refused = 0o1000, 0o3, ERRNO | errno.EACCES
    answers = {0: ALLOW, 0o1101: ALLOW, readers_truncation: refused, mode_3: refused, 0o1003: refused}
    for flags, answer in answers.items():
        assert verdict(architecture, "openat", 0, 0, flags) == answer
        assert verdict(architecture, "open", 0, flags) in (answer, None)


def test_without_landlock_nothing_opens(architecture: Architecture) -> None:
    """At the level no-opens every open is refused, whatever its flags."""
    for flags in (0, 1, 2, 0o100, 0o200000, 0o10000000):
        assert verdict(architecture, "openat", 0, 0, flags, opens=False) == ERRNO | errno.EACCES
        assert verdict(architecture, "open", 0, flags, opens=False) in (ERRNO | errno.EACCES, None)


def test_limits_may_be_asked_but_not_set(architecture: Architecture) -> None:
    """prlimit64 is allowed for oneself without a new limit, wherever the pointer's bits stand."""
    assert verdict(architecture, "prlimit64", 0, 7, 0, 0x7FFF_0000_0000) == ALLOW
    for arguments in ((1, 7, 0, 1), (0, 7, 1, 0), (0, 7, 1 << 40, 0)):
        assert verdict(architecture, "prlimit64", *arguments) == ERRNO | errno.EPERM


def test_descriptors_keep_their_harmless_commands(architecture: Architecture) -> None:
    """fcntl cannot make a descriptor signal someone, ioctl cannot type into a terminal."""
    assert verdict(architecture, "fcntl", 0, 3) == ALLOW
    assert verdict(architecture, "ioctl", 0, 0x5401) == ALLOW
    for command in (8, 10, 15, 1024, 1031):
        assert verdict(architecture, "fcntl", 0, command) == ERRNO | errno.EPERM
    for command in (0x5412, 0x541C, 0x4B4D):
        assert verdict(architecture, "ioctl", 0, command) == ERRNO | errno.EPERM


def test_the_numbers_are_those_of_libseccomp(architecture: Architecture) -> None:
    """Every number of the tables equals the one that libseccomp knows for that name and processor."""
    library = libseccomp()
    arch = getattr(library.Arch, architecture.name)
    for name, numbers in {**ALLOWED, **OPENING, **NEW_PROCESSES, **SPECIAL}.items():
        known = library.resolve_syscall(arch, name)
        assert numbers[architecture.value.column] == (known if known >= 0 else None), name


def libseccomp():  # type: ignore[no-untyped-def]  # pyseccomp publishes no types
    """The binding to libseccomp, where both are installed."""
    try:
        import pyseccomp
    except (ImportError, RuntimeError) as error:
        require("libseccomp", False, str(error))
    return pyseccomp


def test_the_program_fits_the_kernels_limits(architecture: Architecture) -> None:
    """At most 4096 instructions, and no jump beyond the program's end."""
    program = assemble(architecture, opens=True, pid=PID)
    count = len(program) // 8
    assert count <= 4096
    for at in range(count):
        code, if_true, if_false, _ = struct.unpack_from("<HBBI", program, 8 * at)
        assert code == seccomp._RETURN or at + 1 + max(if_true, if_false) < count

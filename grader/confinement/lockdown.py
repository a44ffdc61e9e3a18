"""Lock the calling process in for good, before it reads a byte of student code.

The order matters and is fixed: new session, descriptors, signals, limits, no_new_privs, Landlock, user and
capabilities, seccomp. Whatever fails raises; the caller ends the process, so that no student code runs half locked.

What a confined process may still do with descriptors is `os.read`, `os.write`, `poll` and `close` on those it
kept; `send`, `recv`, `sendmsg` and every other socket call are refused. So pipes (or socket pairs driven by
`os.read` and `os.write`) carry its requests and replies.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import sys
from dataclasses import dataclass

from grader.confinement import landlock, privileges
from grader.confinement.late_imports import skip_unreadable_modules
from grader.confinement.readable import can_be_reached_by_others, readable_folders
from grader.confinement.seccomp import Architecture, assemble
from grader.domain.errors import SandboxError
from grader.domain.verdict import Confinement

__all__ = ["ConfinementError", "Policy", "Ready", "confine", "prepare", "readable_folders"]

_LINUX, _WINDOWS = sys.platform == "linux", sys.platform == "win32"


class ConfinementError(SandboxError):
    """The machine cannot give the level that the policy requires, or one step of the lockdown failed."""


@dataclass(frozen=True)
class Policy:
    """What a child keeps: everything that is not named here is taken away.

    `readable` names folders (or files) that stay readable where the level is full. `memory_mib` is address space
    beyond what the process has when it is confined, `cpu_seconds` a whole number, `file_size_kib` bounds a
    regular file (0: none can be written). `log_fd` becomes standard output and error; `keep_fds` survive besides
    0, 1, 2. `uid` and `gid` are taken only by root. `require` is the least level that will do. `landlock=False`
    and `seccomp=False` force the lower levels, `landlock_abi` an older Landlock; tests use them.
    """

    readable: tuple[str, ...] = ()
    memory_mib: int = 1024
    cpu_seconds: int = 30
    file_size_kib: int = 0
    open_files: int = 64
    log_fd: int | None = None
    keep_fds: tuple[int, ...] = ()
    uid: int = 65534
    gid: int = 65534
    require: Confinement = Confinement.NO_OPENS
    landlock: bool = True
    landlock_abi: int | None = None
    seccomp: bool = True


@dataclass(frozen=True)
class Ready:
    """What is the same for every child of a server; `ruleset` is a descriptor that its children inherit.

    `drop_identity`: root can become the policy's user here. `keep_file_identity`: that user could not reach
    the standard library, so files go on being read as root, within Landlock and without any capability.
    """

    level: Confinement
    landlock_abi: int
    ruleset: int | None
    architecture: Architecture | None
    drop_identity: bool
    keep_file_identity: bool


def prepare(policy: Policy) -> Ready:
    """Find out what this machine offers and build the Landlock ruleset once; raises OSError.

    Call it in the server, before any fork; a child may also do without it and pay about a millisecond more.
    """
    filters = _LINUX and policy.seccomp and offers_seccomp()
    architecture = Architecture.of(platform.machine()) if filters else None
    abi = offers_landlock() if _LINUX and policy.landlock else 0
    abi = min(abi, landlock.NEWEST_ABI if policy.landlock_abi is None else policy.landlock_abi)
    ruleset = landlock.build_ruleset(_libc(), policy.readable, abi) if abi > 0 else None
    level = Confinement.NONE
    if architecture is not None:
        level = Confinement.FULL if abi > 0 else Confinement.NO_OPENS
        assemble(architecture, opens=abi > 0, pid=0)  # fills the cache that children inherit
    return Ready(
        level=level,
        landlock_abi=abi,
        ruleset=ruleset,
        architecture=architecture,
        drop_identity=_LINUX and privileges.can_become(policy.uid, policy.gid),
        keep_file_identity=not can_be_reached_by_others(policy.readable),
    )


def confine(policy: Policy, ready: Ready | None = None) -> Confinement:
    """Lock this process in and return the level reached; raises ConfinementError below `policy.require`.

    Also moves it to "/" and makes it die with its parent. After an exception the process is in no state to go on.
    """
    try:
        ready = prepare(policy) if ready is None else ready
        if ready.level.strength < policy.require.strength:
            raise ConfinementError(
                f"this machine offers the level {ready.level}, below {policy.require}, which was required"
            )
        _lock(policy, ready)
    except (OSError, ValueError) as error:
        raise ConfinementError(f"the lockdown failed: {error}") from error
    return ready.level


def offers_landlock() -> int:
    """Ask the kernel for its Landlock version, 0 for none; Linux only."""
    return landlock.supported_abi(_libc())


def offers_seccomp() -> bool:
    """Ask the kernel whether it takes seccomp filters, without installing one; Linux only."""
    return privileges.takes_filters(_libc())


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _lock(policy: Policy, ready: Ready) -> None:
    os.chdir(os.sep)
    _replace_descriptors(policy, ready.ruleset)
    skip_unreadable_modules()
    if _WINDOWS:  # no sessions, signals or limits there: the runner's deadline is all there is
        return
    parent = os.getppid()
    if os.getsid(0) != os.getpid():
        os.setsid()
    _reset_signals()
    _limit(policy)
    if not _LINUX:
        return
    libc = _libc()
    privileges.forbid_new_privileges(libc)
    if ready.ruleset is not None:
        landlock.restrict_self(libc, ready.ruleset)
        os.close(ready.ruleset)
    if ready.drop_identity:
        privileges.become(libc, policy.uid, policy.gid, keep_file_identity=ready.keep_file_identity)
    privileges.drop_capabilities(libc)
    privileges.hide_and_die_with_parent(libc)
    if os.getppid() != parent:
        raise ConfinementError("the server died while this child was being locked in")
    if ready.architecture is not None:
        program = assemble(ready.architecture, opens=ready.ruleset is not None, pid=os.getpid())
        privileges.install_filter(libc, program)


def _replace_descriptors(policy: Policy, ruleset: int | None) -> None:
    """Leave 0 (the null device), 1 and 2 (the log) and what the policy keeps; close the rest."""
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    if policy.log_fd is not None:
        os.dup2(policy.log_fd, 1)
        os.dup2(policy.log_fd, 2)
    kept = sorted({0, 1, 2, *policy.keep_fds} | ({ruleset} if ruleset is not None else set()))
    for fd, following in zip(kept, [*kept[1:], _beyond_all_descriptors()], strict=True):
        os.closerange(fd + 1, following)


def _beyond_all_descriptors() -> int:
    """Linux closes a whole range in one call; elsewhere each number costs one, up to the soft limit."""
    if _LINUX or _WINDOWS:
        return 1 << (20 if _LINUX else 11)
    import resource

    return min(1 << 20, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _reset_signals() -> None:
    """Back to default actions with nothing blocked: the server's handlers are not for this process."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        if signal.getsignal(number) not in (signal.SIG_DFL, None):
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, set())


def _limit(policy: Policy) -> None:
    """Set the limits for good. Where seccomp is missing they are all there is, with the runner's deadline."""
    import resource

    limits = {
        "RLIMIT_CORE": (0, 0),
        # SIGXCPU may be ignored, the kill a second later not.
        "RLIMIT_CPU": (policy.cpu_seconds, policy.cpu_seconds + 1),
        "RLIMIT_FSIZE": (policy.file_size_kib * 1024,) * 2,
        "RLIMIT_NOFILE": (policy.open_files,) * 2,
        "RLIMIT_NPROC": (0, 0),
        "RLIMIT_MEMLOCK": (0, 0),
    }
    if _LINUX:
        limits["RLIMIT_AS"] = (_address_space_bytes() + policy.memory_mib * 1024 * 1024,) * 2
    for name, (soft, hard) in limits.items():
        kind: int = getattr(resource, name)
        ceiling = resource.getrlimit(kind)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        resource.setrlimit(kind, (soft, hard))


def _address_space_bytes() -> int:
    with open("/proc/self/statm", "rb") as statm:
        pages = int(statm.read().split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")

"""Lock the calling process in for good, before it reads a byte of student code.

The order matters and is fixed: new session, descriptors, signals, limits, no_new_privs, Landlock, user and
capabilities, seccomp. Whatever fails raises; the caller ends the process, so that no student code runs half locked.

What a confined process may still do with descriptors is `os.read`, `os.write`, `poll` and `close` on those it
kept; `send`, `recv`, `sendmsg` and every other socket call are refused. So pipes (or socket pairs driven by
`os.read` and `os.write`) carry its requests and replies.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.domain.errors import SandboxError
from grader.domain.verdict import Confinement


class ConfinementError(SandboxError):
    """The machine cannot give the level that the policy requires, or one step of the lockdown failed."""


@dataclass(frozen=True)
class Policy:
    """What a child keeps: everything that is not named here is taken away.

    `readable` names folders (or files) that stay readable where the level is full. `memory_mib` is address space beyond what
    the process has when it is confined, `cpu_seconds` a whole number, `file_size_kib` bounds a regular file
    (0: none can be written). `log_fd` becomes standard output and error; `keep_fds` survive besides 0, 1, 2.
    `uid` and `gid` are taken only by root. `require` is the least level that will do. `landlock=False` and
    `seccomp=False` force the lower levels, `landlock_abi` an older Landlock; tests use them.
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


def readable_folders() -> tuple[str, ...]:
    """Name what a child may read: the standard library's entries and the packages that torch needs; never site-packages whole."""
    raise NotImplementedError


def confine(policy: Policy) -> Confinement:
    """Lock this process in and return the level reached; raises ConfinementError below `policy.require`."""
    raise NotImplementedError

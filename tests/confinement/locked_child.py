"""Fork a child, lock it in, let it run probes, and hear over a pipe what came of each."""

from __future__ import annotations

import dataclasses
import json
import os
import select
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grader.confinement.lockdown import ConfinementError, Policy, Ready, confine, readable_folders
from grader.domain.verdict import Confinement

NOBODY = 65534
CONFINEMENT_FAILED = 96
Probe = Callable[[], object]


@dataclass(frozen=True)
class Mode:
    """One way in which a machine can be: who runs the server and what its kernel has."""

    name: str
    level: Confinement
    as_root: bool
    landlock: bool = True
    landlock_abi: int | None = None

    def policy(self, **changes: object) -> Policy:
        """The policy that a worker has in this mode, with `changes`."""
        policy = Policy(
            readable=readable_folders(),
            require=self.level,
            landlock=self.landlock,
            landlock_abi=self.landlock_abi,
        )
        return dataclasses.replace(policy, **changes)  # type: ignore[arg-type]  # the test names real fields


MODES = (
    Mode("root", Confinement.FULL, as_root=True),
    Mode("user", Confinement.FULL, as_root=False),
    Mode("root-landlock-1", Confinement.FULL, as_root=True, landlock_abi=1),
    Mode("user-landlock-1", Confinement.FULL, as_root=False, landlock_abi=1),
    Mode("root-without-landlock", Confinement.NO_OPENS, as_root=True, landlock=False),
    Mode("user-without-landlock", Confinement.NO_OPENS, as_root=False, landlock=False),
)
HERE = MODES[0 if getattr(os, "geteuid", int)() == 0 and os.name == "posix" else 1]
"""The full lockdown for whoever runs the tests."""


@dataclass(frozen=True)
class Heard:
    """What a child told: `reports` by probe, `status` as from waitstatus_to_exitcode, its wall seconds."""

    reports: Mapping[str, str]
    status: int
    seconds: float
    late: bool
    """It was still alive at the deadline and was killed."""


def run_locked(
    probes: Mapping[str, Probe], policy: Policy | None, *, as_root: bool = True, wall_seconds: float = 60.0
) -> Heard:
    """Fork, lock in by `policy` (None: not at all), run `probes` in order; hear "did it" or what was raised.

    With `as_root` False and a root test run, the child first turns into nobody, an ordinary user.
    """
    return _hear(lambda report: _serve(probes, policy, None, report, as_root=as_root), wall_seconds)


def run_ready(probes: Mapping[str, Probe], policy: Policy, ready: Ready) -> Heard:
    """Do what run_locked does, with what the server prepared."""
    return _hear(lambda report: _serve(probes, policy, ready, report, as_root=True), 60.0)


def _hear(child: Callable[[int], None], wall_seconds: float) -> Heard:
    ear, mouth = os.pipe()
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(ear)
            child(mouth)
        finally:
            os._exit(99)
    os.close(mouth)
    said, late = _read_all(ear, pid, started + wall_seconds)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    lines = [json.loads(line) for line in said.decode().splitlines()]
    return Heard(dict(lines), status, time.monotonic() - started, late)


def _read_all(ear: int, pid: int, deadline: float) -> tuple[bytes, bool]:
    said, late = b"", False
    while True:
        if not select.select([ear], [], [], max(0.0, deadline - time.monotonic()))[0]:
            os.kill(pid, signal.SIGKILL)
            late, deadline = True, time.monotonic() + 5.0
            continue
        chunk = os.read(ear, 65536)
        if not chunk:
            os.close(ear)
            return said, late
        said += chunk


def _serve(
    probes: Mapping[str, Probe], policy: Policy | None, ready: Ready | None, report: int, *, as_root: bool
) -> None:
    if not as_root and os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    if policy is not None:
        try:
            level = confine(dataclasses.replace(policy, keep_fds=(*policy.keep_fds, report)), ready)
        except ConfinementError as error:
            _say(report, "confine", str(error))
            os._exit(CONFINEMENT_FAILED)
        _say(report, "level", str(level))
    for name, probe in probes.items():
        try:
            probe()
            _say(report, name, "did it")
        except BaseException as error:  # noqa: BLE001 - whatever a probe meets is its report
            number = getattr(error, "errno", None)
            _say(report, name, f"{type(error).__name__} {number}: {str(error)[:200]}")
    os._exit(0)


def _say(report: int, name: str, text: str) -> None:
    os.write(report, json.dumps([name, text]).encode() + b"\n")

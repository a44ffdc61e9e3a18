"""The report on this machine says the level that submissions really get, and the way to a better one."""

from __future__ import annotations

import errno
import subprocess
import sys
from dataclasses import replace

import pytest

from grader.confinement.lockdown import Policy, prepare
from grader.domain.verdict import Confinement
from grader.sandbox.host import HostFacts, describe, judge_host

GOOD = HostFacts(
    system="Linux",
    kernel="6.8.0-generic",
    machine="x86_64",
    landlock_abi=4,
    landlock_errno=0,
    seccomp=True,
    root=False,
    python_open_to_all=True,
)


def test_the_report_equals_what_a_worker_gets() -> None:
    """The level told for this machine is the one that a lockdown on it reaches."""
    assert describe().level is prepare(Policy()).level


def test_a_machine_with_everything_is_missing_nothing() -> None:
    """Landlock and seccomp together are the level full, on both processors."""
    for machine in ("x86_64", "aarch64"):
        report = judge_host(replace(GOOD, machine=machine))
        assert (report.level, report.missing, report.remarks) == (Confinement.FULL, (), ())


@pytest.mark.parametrize(
    ("facts", "level", "remedy"),
    [
        (replace(GOOD, landlock_abi=0, landlock_errno=errno.EOPNOTSUPP), Confinement.NO_OPENS, "lsm="),
        (
            replace(GOOD, landlock_abi=0, landlock_errno=errno.ENOSYS),
            Confinement.NO_OPENS,
            "landlock_add_rule",
        ),
        (replace(GOOD, landlock_abi=0, kernel="5.4.0-42"), Confinement.NO_OPENS, "5.13"),
        (replace(GOOD, seccomp=False), Confinement.NONE, "CONFIG_SECCOMP_FILTER"),
        (replace(GOOD, machine="riscv64"), Confinement.NONE, "aarch64"),
        (replace(GOOD, system="Darwin", seccomp=False, landlock_abi=0), Confinement.NONE, "SECURITY.md"),
        (replace(GOOD, system="Windows", seccomp=False, landlock_abi=0), Confinement.NONE, "SECURITY.md"),
    ],
)
def test_what_is_missing_comes_with_a_way_to_get_it(
    facts: HostFacts, level: Confinement, remedy: str
) -> None:
    """Each lack lowers the level as documented and names its remedy in both languages."""
    report = judge_host(facts)
    assert report.level is level
    (missing,) = report.missing
    assert remedy in missing.remedy.en
    assert remedy in missing.remedy.zh


def test_root_is_warned_kindly() -> None:
    """Root is told that an ordinary user is better, and when Python itself is open to root alone."""
    assert len(judge_host(replace(GOOD, root=True)).remarks) == 1
    assert len(judge_host(replace(GOOD, root=True, python_open_to_all=False)).remarks) == 2


def test_asking_the_machine_needs_no_torch() -> None:
    """`grade doctor` answers without importing torch."""
    code = (
        "import sys; from grader.sandbox.host import describe; describe(); sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

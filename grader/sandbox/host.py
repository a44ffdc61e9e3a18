"""What this machine offers to lock submissions in, what it lacks; needs no torch."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import sys
from dataclasses import dataclass

from grader.confinement.lockdown import offers_landlock, offers_seccomp
from grader.confinement.readable import can_be_reached_by_others, readable_folders
from grader.confinement.seccomp import Architecture
from grader.domain.text import Text
from grader.domain.verdict import Confinement

FIRST_KERNEL_WITH_LANDLOCK = (5, 13)


@dataclass(frozen=True)
class HostFacts:
    """What the machine answered when asked, call by call; `landlock_errno` says why `landlock_abi` is 0."""

    system: str
    kernel: str
    machine: str
    landlock_abi: int
    landlock_errno: int
    seccomp: bool
    root: bool
    python_open_to_all: bool


@dataclass(frozen=True)
class Missing:
    """One thing that the machine lacks, what follows from it, and how to get it."""

    what: Text
    effect: Text
    remedy: Text


@dataclass(frozen=True)
class HostReport:
    """The level that submissions get here, what keeps it from being better, what else is worth knowing."""

    level: Confinement
    facts: HostFacts
    missing: tuple[Missing, ...]
    remarks: tuple[Text, ...]


def describe() -> HostReport:
    """Ask this machine and return its level; locks nothing in and changes nothing."""
    return judge_host(ask_host())


def ask_host() -> HostFacts:
    """Probe by system call, because files under /sys do not tell what a container lets through."""
    linux = sys.platform == "linux"
    abi = offers_landlock() if linux else 0
    reason = ctypes.get_errno() if linux and abi == 0 else 0
    root = linux and os.geteuid() == 0
    return HostFacts(
        system=platform.system(),
        kernel=platform.release(),
        machine=platform.machine(),
        landlock_abi=abi,
        landlock_errno=reason,
        seccomp=linux and offers_seccomp(),
        root=root,
        python_open_to_all=can_be_reached_by_others(readable_folders()) if root else True,
    )


def judge_host(facts: HostFacts) -> HostReport:
    """Say which level `facts` allow, and why it is not full."""
    if facts.system != "Linux":
        return HostReport(Confinement.NONE, facts, (_no_linux(facts),), ())
    if Architecture.of(facts.machine) is None:
        return HostReport(Confinement.NONE, facts, (_no_table(facts),), ())
    if not facts.seccomp:
        return HostReport(Confinement.NONE, facts, (_NO_SECCOMP,), ())
    level = Confinement.FULL if facts.landlock_abi > 0 else Confinement.NO_OPENS
    missing = () if facts.landlock_abi > 0 else (_no_landlock(facts),)
    return HostReport(level, facts, missing, _remarks(facts))


_IN_A_CONTAINER = Text(
    en="Grade a class in a Linux container or virtual machine (SECURITY.md shows how), or trust every "
    "author and say --unconfined.",
    zh="请在 Linux 容器或虚拟机里批改班级作业（做法见 SECURITY.md）；如果信任每位作者，也可以加上 "
    "--unconfined。",
)
_NO_BOUNDARY = Text(
    en="Submissions run with a deadline and memory limits where the system has them; that is no "
    "security boundary. Grading your own code is fine.",
    zh="提交的代码只有时间限制，以及系统支持时的内存限制；这不构成安全边界。批改自己的代码没有问题。",
)
_NO_SECCOMP = Missing(
    what=Text(en="seccomp filters", zh="seccomp 过滤器"),
    effect=_NO_BOUNDARY,
    remedy=Text(
        en="Use a kernel with CONFIG_SECCOMP_FILTER; in a container, allow the prctl(PR_SET_SECCOMP) call.",
        zh="请使用启用了 CONFIG_SECCOMP_FILTER 的内核；在容器里，请允许 prctl(PR_SET_SECCOMP) 调用。",
    ),
)


def _no_linux(facts: HostFacts) -> Missing:
    what = Text(en="Linux (this is {system})", zh="Linux（当前系统是 {system}）")
    return Missing(what.format(system=facts.system or "?"), _NO_BOUNDARY, _IN_A_CONTAINER)


def _no_table(facts: HostFacts) -> Missing:
    what = Text(
        en="a list of system calls for this processor ({machine})",
        zh="这种处理器（{machine}）的系统调用表",
    )
    remedy = Text(
        en="Grade a class on an x86-64 or aarch64 machine.",
        zh="请在 x86-64 或 aarch64 机器上批改班级作业。",
    )
    return Missing(what.format(machine=facts.machine or "?"), _NO_BOUNDARY, remedy)


def _no_landlock(facts: HostFacts) -> Missing:
    return Missing(
        what=Text(en="Landlock", zh="Landlock"),
        effect=Text(
            en="Submissions can open no file at all once they run, so PyTorch is loaded in full "
            "beforehand: a single grading starts about two seconds later. Nothing else changes.",
            zh="提交的代码运行后不能打开任何文件，因此要预先完整加载 PyTorch：单次批改会晚约两秒开始，其"
            "他不变。",
        ),
        remedy=_landlock_remedy(facts),
    )


def _landlock_remedy(facts: HostFacts) -> Text:
    if facts.landlock_errno == errno.EOPNOTSUPP:
        return Text(
            en="It is switched off: add landlock to the kernel's lsm= boot parameter (the present list "
            "is in /sys/kernel/security/lsm).",
            zh="它被关闭了：请把 landlock 加入内核启动参数 lsm=（当前列表见 /sys/kernel/security/lsm）。",
        )
    if _kernel_version(facts.kernel) < FIRST_KERNEL_WITH_LANDLOCK:
        return Text(
            en="It needs Linux 5.13 or newer; this is {kernel}.",
            zh="它需要 Linux 5.13 或更新的内核；当前是 {kernel}。",
        ).format(kernel=facts.kernel)
    return Text(
        en="The kernel was built without CONFIG_SECURITY_LANDLOCK, or the container refuses its calls: "
        "take a newer container runtime, or allow landlock_create_ruleset, landlock_add_rule and "
        "landlock_restrict_self.",
        zh="内核没有启用 CONFIG_SECURITY_LANDLOCK，或者容器拒绝了它的调用：请更新容器运行时，或允许 "
        "landlock_create_ruleset、landlock_add_rule 和 landlock_restrict_self。",
    )


def _kernel_version(release: str) -> tuple[int, ...]:
    parts = release.split("-")[0].split(".")[:2]
    return tuple(int(part) for part in parts if part.isdigit())


def _remarks(facts: HostFacts) -> tuple[Text, ...]:
    remarks: list[Text] = []
    if facts.root:
        remarks.append(
            Text(
                en="You are root. Submissions run as the user nobody without capabilities; an ordinary "
                "user is still the better choice.",
                zh="你是 root 用户。提交的代码以 nobody 身份运行，没有任何特权；不过仍然建议使用普通用户。",
            )
        )
    if not facts.python_open_to_all:
        remarks.append(
            Text(
                en="Python lies in a folder that only root may enter, so submissions read Python's own "
                "files with root's file identity (nothing else, thanks to Landlock). A Python under "
                "/usr or /opt avoids that.",
                zh="Python 位于只有 root 能进入的文件夹，因此提交的代码读取 Python 自身文件时沿用 root "
                "的文件身份（Landlock 保证读不到别的文件）。把 Python 装在 /usr 或 /opt 下可以避免这"
                "一点。",
            )
        )
    return tuple(remarks)

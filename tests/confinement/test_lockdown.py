"""A locked child can do what course work needs and nothing else, in every mode that a machine may be in."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest
import torch  # children inherit it, as they do from the worker server

from grader.confinement.lockdown import Policy, Ready, confine, offers_landlock, offers_seccomp, prepare
from grader.domain.verdict import Confinement
from grader.worker.preload import preload_cold
from tests.confinement.attack_probes import FAMILIES, INT80_GETPID, Ground, call_through, prepare_ground, raw
from tests.confinement.locked_child import HERE, MODES, Heard, Mode, run_locked, run_ready
from tests.conftest import require

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp are Linux's own")

REFUSALS = (
    "PermissionError 1:",
    "PermissionError 13:",
    "BlockingIOError 11:",
    "OSError 38:",  # clone3: glibc takes it for an older kernel
    "RuntimeError None: can't start new thread",
)


@pytest.fixture(scope="module", autouse=True)
def _looked_at_the_processor() -> None:
    preload_cold()


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    """A folder that anyone may read and spoil."""
    return prepare_ground(tmp_path)


def demand(mode: Mode) -> None:
    """Skip visibly where this machine is not like `mode`."""
    require("seccomp", offers_seccomp(), "the kernel takes no filters")
    if mode.landlock:
        require("Landlock", offers_landlock() > 0, "kernel before 5.13, or switched off")
    if mode.as_root:
        require("root", os.geteuid() == 0, "the tests run as an ordinary user")


def snapshot(folder: Path) -> dict[str, tuple[int, int, int, bytes]]:
    """Everything that an attack on `folder` could change, apart from times of reading."""
    return {
        str(path): (s.st_mode, s.st_uid, s.st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in sorted(folder.rglob("*"))
        for s in [path.lstat()]
    }


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("family", FAMILIES)
def test_every_attack_on_the_kernel_is_refused(family: str, mode: Mode, ground: Ground) -> None:
    """No probe of any family does its harm in any mode, and the folder is as it was."""
    demand(mode)
    before = snapshot(ground.folder)
    heard = run_locked(FAMILIES[family](ground), mode.policy(), as_root=mode.as_root)
    reports = dict(heard.reports)
    assert reports.pop("level") == mode.level
    assert {name: text for name, text in reports.items() if not text.startswith(REFUSALS)} == {}
    assert set(reports) == set(FAMILIES[family](ground))
    assert snapshot(ground.folder) == before
    assert heard.status == 0


def test_the_probes_succeed_without_confinement(ground: Ground) -> None:
    """The probes have teeth: unconfined, many do their harm (inside a temporary folder)."""
    harmless = {
        "reading": [
            "open",
            "fopen",
            "openat2",
            "O_PATH and reopen",
            "openat from O_PATH",
            "list",
            "own maps",
        ],
        "writing": [
            "write",
            "creat",
            "truncate by opening to read",
            "open with access mode 3",
            "mkdir",
            "chmod",
            "utime",
            "symlink",
            "memory file",
            "rename",
            "unlink",
        ],
        "starting": ["fork", "raw fork", "raw clone", "raw clone3", "thread", "subprocess", "posix_spawn"],
        "reaching others": ["kill parent", "pidfd", "SIGIO to parent", "prlimit", "priority"],
        "talking": [
            "TCP socket",
            "UDP socket",
            "unix socket",
            "socket pair",
            "shared memory",
            "pipe",
            "epoll",
        ],
        "changing the kernel": ["dumpable", "personality"],
    }
    for family, names in harmless.items():
        probes = {name: probe for name, probe in FAMILIES[family](ground).items() if name in names}
        heard = run_locked(probes, None)
        assert dict(heard.reports) == dict.fromkeys(names, "did it"), family


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_other_ways_to_call_the_kernel_are_deadly(mode: Mode) -> None:
    """x32 calls and int 0x80 end the child by SIGSYS."""
    demand(mode)
    require("an x86-64 processor", os.uname().machine == "x86_64", "x32 and int 0x80 are its own")
    ways = {"x32": lambda: raw(0x4000_0000 | 39), "int 0x80": lambda: call_through(INT80_GETPID)}
    for name, probe in ways.items():
        heard = run_locked({name: probe}, mode.policy(), as_root=mode.as_root)
        assert (heard.status, name in heard.reports) == (-signal.SIGSYS, False)


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_what_course_work_needs_goes_on(mode: Mode) -> None:
    """A locked child computes, prints, tells the time, sleeps, draws randomness and signals itself."""
    demand(mode)
    probes = {
        "matmul": lambda: torch.ones(3, 4) @ torch.ones(4, 3),
        "backward": lambda: torch.ones(3, requires_grad=True).sum().backward(),
        "threads": lambda: (torch.set_num_threads(4), torch.ones(2_000_000).exp()),
        "time": lambda: (time.time(), time.sleep(0.001), time.process_time()),
        "randomness": lambda: (os.urandom(8), torch.randn(3)),
        "print": lambda: os.write(1, b""),
        "timer": lambda: signal.setitimer(signal.ITIMER_REAL, 0),
        "own limits": lambda: __import__("resource").getrlimit(0),
        "own signal": lambda: os.kill(os.getpid(), 0),
        "terminal": lambda: os.isatty(1),
    }
    heard = run_locked(probes, mode.policy(), as_root=mode.as_root)
    assert {k: v for k, v in heard.reports.items() if v != "did it"} == {"level": str(mode.level)}


def _import_openpyxl_afresh() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "openpyxl"]:
        del sys.modules[name]  # another test of this process may have imported it
    __import__("openpyxl")


def test_the_standard_library_and_torch_stay_readable_under_landlock() -> None:
    """At the level full a module that nobody imported yet can be imported; another package looks absent."""
    demand(HERE)
    probes = {
        "standard library": lambda: __import__("wave"),
        "torch": lambda: __import__("torch.nn.utils.prune"),
        "randomness of the system": torch.seed,
        "null device": lambda: os.write(os.open(os.devnull, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), b"x"),
        "another package": _import_openpyxl_afresh,
    }
    reports = dict(run_locked(probes, HERE.policy()).reports)
    assert reports.pop("another package").startswith("ModuleNotFoundError")
    assert set(reports.values()) == {"did it", "full"}


def test_root_gives_up_its_identity() -> None:
    """A child of a server that runs as root is nobody, without groups and capabilities."""
    demand(MODES[0])

    def demand_nobody() -> None:
        assert os.getresuid() == (65534,) * 3
        assert os.getresgid() == (65534,) * 3
        assert os.getgroups() == []

    assert run_locked({"who": demand_nobody}, MODES[0].policy()).reports["who"] == "did it"


def test_only_kept_descriptors_survive(tmp_path: Path) -> None:
    """A child holds 0, 1, 2 and what its policy keeps; 0 is the null device and 1, 2 are the log."""
    log_read, log_write = os.pipe()
    forgotten = os.open(tmp_path, os.O_RDONLY)

    def count() -> None:
        alive = [fd for fd in range(256) if _is_open(fd)]
        os.write(1, f"{len(alive)} {os.read(0, 1)!r} {_is_open(forgotten)}".encode())

    policy = Policy(require=Confinement.NONE, seccomp=False, landlock=False, log_fd=log_write)
    run_locked({"count": count}, policy)
    os.close(log_write)
    assert os.read(log_read, 4096) == b"4 b'' False"
    os.close(log_read)
    os.close(forgotten)


def _is_open(fd: int) -> bool:
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


def test_a_machine_below_the_required_level_runs_nothing() -> None:
    """Below `require` the child ends before any probe, and says what the machine offers."""
    ran = {"probe": lambda: None}
    heard = run_locked(ran, Policy(require=Confinement.FULL, landlock=False))
    assert heard.status == 96
    assert "no-opens" in heard.reports["confine"]
    assert "probe" not in heard.reports
    heard = run_locked(ran, Policy(require=Confinement.NO_OPENS, seccomp=False, landlock=False))
    assert heard.status == 96


def test_a_step_that_fails_runs_nothing() -> None:
    """Where a step of the lockdown fails, no student code runs; here the log descriptor is bad."""
    heard = run_locked({"probe": lambda: None}, Policy(log_fd=987))
    assert heard.status == 96
    assert "lockdown failed" in heard.reports["confine"]


def test_memory_beyond_the_limit_is_refused() -> None:
    """Bytes and tensors beyond `memory_mib` raise, and asking again and again raises again."""
    demand(HERE)

    def hoard() -> None:
        kept = []
        for _ in range(1000):
            kept.append(bytearray(16 << 20))

    def insist() -> None:
        for attempt in range(5):
            try:
                hoard()
            except MemoryError:
                if attempt == 4:
                    raise

    probes = {"bytes": hoard, "tensor": lambda: torch.zeros(1 << 30), "insist": insist}
    reports = run_locked(probes, HERE.policy(memory_mib=64)).reports
    assert reports["bytes"].startswith("MemoryError")
    assert "can't allocate memory" in reports["tensor"]
    assert reports["insist"].startswith("MemoryError")


def test_processor_time_ends_even_if_its_signal_is_ignored() -> None:
    """After `cpu_seconds` a child that ignores SIGXCPU is killed all the same."""
    demand(HERE)

    def spin() -> None:
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        while True:
            pass

    assert run_locked({"spin": spin}, HERE.policy(cpu_seconds=1)).status == -signal.SIGKILL


def test_the_servers_signal_handlers_and_masks_are_gone() -> None:
    """A child starts with default actions and nothing blocked, so that abort and SIGTERM end it."""
    anywhere = HERE.policy(require=Confinement.NONE)
    former = signal.signal(signal.SIGTERM, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    try:
        heard = run_locked({"end": lambda: os.kill(os.getpid(), signal.SIGTERM)}, anywhere)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        signal.signal(signal.SIGTERM, former)
    assert heard.status == -signal.SIGTERM
    assert run_locked({"abort": os.abort}, anywhere).status == -signal.SIGABRT


def test_a_prepared_ruleset_serves_many_children(ground: Ground) -> None:
    """What the server prepared once locks each of its children as well, and stays open in the server."""
    demand(HERE)
    policy = HERE.policy()
    ready = prepare(policy)
    try:
        for _ in range(3):
            heard: Heard = run_ready(FAMILIES["reading"](ground), policy, ready)
            assert heard.reports["level"] == "full"
            assert heard.reports["open"].startswith("PermissionError")
    finally:
        assert ready.ruleset is not None
        os.close(ready.ruleset)


def test_a_child_dies_with_its_server() -> None:
    """When the server is killed, a locked child that sleeps is killed too: no survivor."""
    demand(HERE)
    ear, mouth = os.pipe()
    server = os.fork()
    if server == 0:
        child = os.fork()
        if child == 0:
            confine(HERE.policy(keep_fds=(mouth,)))
            os.write(mouth, b"locked")
            time.sleep(60)
            os._exit(0)
        os.close(ear)
        os.close(mouth)
        time.sleep(60)
        os._exit(0)
    os.close(mouth)
    assert os.read(ear, 16) == b"locked"
    os.kill(server, signal.SIGKILL)
    os.waitpid(server, 0)
    assert os.read(ear, 16) == b"", "the pipe closes when its last holder, the child, is gone"
    os.close(ear)


def test_the_level_none_is_told_and_limits_still_hold() -> None:
    """Without Landlock and seccomp the level is none; limits on memory and processes are still set."""
    policy = Policy(require=Confinement.NONE, landlock=False, seccomp=False, memory_mib=64)
    probes = {"memory": lambda: bytearray(512 << 20), "fork": os.fork}
    heard = run_locked(probes, policy, as_root=False)
    assert heard.reports["level"] == "none"
    assert heard.reports["memory"].startswith("MemoryError")
    assert heard.reports["fork"].startswith("BlockingIOError")


def test_ready_says_what_the_machine_offers() -> None:
    """`prepare` reports the level without locking anything in, so that the command line can refuse early."""
    weak: Ready = prepare(Policy(landlock=False))
    assert (weak.level, weak.ruleset) == (
        Confinement.NO_OPENS if offers_seccomp() else Confinement.NONE,
        None,
    )
    assert prepare(Policy(landlock=False, seccomp=False)).level is Confinement.NONE

"""What hostile code tries of the kernel, as small functions: done, they return; refused, they raise.

All files belong to a temporary folder that anyone may read and write, so that only the confinement refuses.
"""

from __future__ import annotations

import ctypes
import encodings.idna  # noqa: F401  # names with dots need it; a locked child of the user's could not import it
import fcntl
import functools
import mmap
import multiprocessing.popen_fork
import os
import resource
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import termios
import threading
from dataclasses import dataclass
from pathlib import Path

from tests.confinement.locked_child import Probe

# The calls under test are the system's own, not pathlib's.
# ruff: noqa: PTH104, PTH115, PTH208

_LIBC = ctypes.CDLL(None, use_errno=True)
_AT_FDCWD = -100


@dataclass(frozen=True)
class Ground:
    """Where the probes stand: a folder open to all with `secret.txt` and `empty/`, and who forked them."""

    folder: Path
    parent: int

    @property
    def secret(self) -> str:
        """A file with content worth stealing or spoiling."""
        return str(self.folder / "secret.txt")

    def new(self, name: str) -> str:
        """A path that does not exist yet."""
        return str(self.folder / name)


def prepare_ground(folder: Path) -> Ground:
    """Make the folder that the probes attack, with rights for everyone from the root down to it."""
    for part in (folder, *folder.parents):
        if part.stat().st_uid == os.geteuid() and not part.stat().st_mode & 0o001:
            part.chmod(part.stat().st_mode | 0o011)
    (folder / "empty").mkdir()
    (folder / "secret.txt").write_text("the expected values")
    for path in (folder, folder / "empty", folder / "secret.txt"):
        path.chmod(0o777)
    return Ground(folder, os.getpid())


def raw(number: int, *arguments: object) -> int:
    """Make an x86-64 system call by number; raises OSError where the kernel says no."""
    ctypes.set_errno(0)
    result: int = _LIBC.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), f"system call {number}")
    return result


def library(name: str, *arguments: object) -> int:
    """Call a function of libc that sets errno; raises OSError where it fails."""
    ctypes.set_errno(0)
    result: int = getattr(_LIBC, name)(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result


def reading(ground: Ground) -> dict[str, Probe]:
    """Read a file that is not the child's, by every road to an open."""
    path, parent = ground.secret, ground.parent
    encoded = path.encode()

    def fopen() -> None:
        _LIBC.fopen.restype = ctypes.c_void_p
        ctypes.set_errno(0)
        if not _LIBC.fopen(encoded, b"r"):
            raise OSError(ctypes.get_errno(), "fopen")

    def by_handle() -> None:
        handle, mount = ctypes.create_string_buffer(struct.pack("<Ii", 128, 0) + bytes(128)), ctypes.c_int()
        library("name_to_handle_at", _AT_FDCWD, encoded, handle, ctypes.byref(mount), 0)
        library("open_by_handle_at", os.open(ground.folder, os.O_RDONLY), handle, os.O_RDONLY)

    def by_path_descriptor() -> None:
        place = os.open(path, os.O_PATH)
        os.open(f"/proc/self/fd/{place}", os.O_RDONLY)

    def by_folder() -> None:
        os.open("secret.txt", os.O_RDONLY, dir_fd=os.open(ground.folder, os.O_PATH))

    return {
        "open": lambda: os.open(path, os.O_RDONLY),
        "open relative": lambda: os.open(".." + path, os.O_RDONLY),
        "open twice removed": lambda: os.open(f"/usr/lib/../..{path}", os.O_RDONLY),
        "fopen": fopen,
        "openat2": lambda: raw(437, _AT_FDCWD, encoded, struct.pack("<QQQ", 0, 0, 0), 24),
        "open_by_handle_at": by_handle,
        "O_PATH and reopen": by_path_descriptor,
        "openat from O_PATH": by_folder,
        "list": lambda: os.listdir(ground.folder),
        "copy": lambda: shutil.copyfile(path, os.devnull),
        "home": lambda: os.listdir(Path.home()),
        "own memory file": lambda: os.open("/proc/self/mem", os.O_RDWR),
        "own maps": lambda: os.open("/proc/self/maps", os.O_RDONLY),
        "parent's memory": lambda: os.open(f"/proc/{parent}/mem", os.O_RDONLY),
        "parent's environment": lambda: os.open(f"/proc/{parent}/environ", os.O_RDONLY),
        "parent's descriptors": lambda: os.listdir(f"/proc/{parent}/fd"),
        "parent's root": lambda: os.open(f"/proc/{parent}/root{path}", os.O_RDONLY),
        "parent's working folder": lambda: os.readlink(f"/proc/{parent}/cwd"),
        "processes": lambda: os.listdir("/proc"),
        "passwd": lambda: os.open("/etc/passwd", os.O_RDONLY),
        "disk": lambda: os.open("/dev/sda", os.O_RDONLY) if Path("/dev/sda").exists() else os.listdir("/dev"),
    }


def writing(ground: Ground) -> dict[str, Probe]:
    """Change a file or a folder, its names, rights, times or size."""
    path, new = ground.secret, ground.new
    encoded = path.encode()

    def truncate_by_reading() -> None:
        os.open(path, os.O_RDONLY | os.O_TRUNC)

    return {
        "write": lambda: os.open(path, os.O_WRONLY),
        "append": lambda: os.open(path, os.O_WRONLY | os.O_APPEND),
        "create": lambda: os.open(new("a"), os.O_CREAT | os.O_WRONLY, 0o666),
        "creat": lambda: raw(85, new("b").encode(), 0o666),
        "unnamed file": lambda: os.open(ground.folder, os.O_TMPFILE | os.O_RDWR),
        "truncate by opening to read": truncate_by_reading,
        "open with access mode 3": lambda: os.open(path, 3),
        "truncate": lambda: os.truncate(path, 0),
        "temporary file": lambda: tempfile.TemporaryFile(),
        "temporary folder": lambda: tempfile.mkdtemp(dir=ground.folder),
        "mkdir": lambda: Path(new("c")).mkdir(),
        "fifo": lambda: os.mkfifo(new("d")),
        "device": lambda: os.mknod(new("e"), 0o600 | 0o020000, os.makedev(1, 3)),
        "link": lambda: os.link(path, new("f")),
        "symlink": lambda: Path(new("g")).symlink_to(path),
        "chmod": lambda: Path(path).chmod(0o666),
        "fchmod": lambda: os.fchmod(0, 0o666),
        "fchmodat2": lambda: raw(452, _AT_FDCWD, encoded, 0o666, 0),
        "chown": lambda: os.chown(path, os.getuid(), os.getgid()),
        "utime": lambda: os.utime(path, (0, 0)),
        "setxattr": lambda: os.setxattr(path, "user.a", b"b"),
        "chdir": lambda: os.chdir(ground.folder),
        "chroot": lambda: os.chroot(ground.folder),
        "memory file": lambda: os.memfd_create("a"),
        "secret memory file": lambda: raw(447, 0),
        "rename": lambda: os.rename(path, new("h")),
        "unlink": lambda: Path(new("h") if Path(new("h")).exists() else path).unlink(),
        "rmdir": lambda: Path(ground.folder / "empty").rmdir(),
        "rmtree": lambda: shutil.rmtree(ground.folder),
    }


def starting(ground: Ground) -> dict[str, Probe]:
    """Start a process or a thread, or become another program."""

    def fork() -> None:
        pid = os.fork()
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)

    def raw_fork(number: int, *arguments: object) -> None:
        if raw(number, *arguments) == 0:
            os._exit(0)

    def thread() -> None:
        started = threading.Thread(target=int)
        started.start()
        started.join()

    def process() -> None:
        started = multiprocessing.get_context("fork").Process(target=int)
        started.start()
        started.join()

    # clone3's argument: no flags, exit_signal SIGCHLD.
    clone3 = struct.pack("<4Q", 0, 0, 0, 0) + struct.pack("<Q", signal.SIGCHLD) + bytes(24)
    return {
        "fork": fork,
        "raw fork": lambda: raw_fork(57),
        "raw vfork": lambda: raw_fork(58),
        "raw clone": lambda: raw_fork(56, ctypes.c_long(signal.SIGCHLD), None, None, None, None),
        "raw clone3": lambda: raw_fork(435, clone3, ctypes.c_size_t(len(clone3))),
        "thread": thread,
        "multiprocessing": process,
        "system": lambda: subprocess.check_call("true", shell=True),
        "os.system": lambda: _demand_zero(os.system("true")),
        "posix_spawn": lambda: os.posix_spawn("/bin/true", ["true"], {}),
        "subprocess": lambda: subprocess.run(["/bin/true"], check=True),
        "execve": lambda: os.execve("/bin/true", ["true"], {"LD_PRELOAD": ground.secret}),
        "execveat": lambda: raw(322, _AT_FDCWD, b"/bin/true", None, None, 0),
    }


def _demand_zero(status: int) -> None:
    if status != 0:
        raise PermissionError(1, "a shell could not be started")


def reaching_others(ground: Ground) -> dict[str, Probe]:
    """Signal, trace, read, slow down or limit another process."""
    parent = ground.parent

    def by_descriptor_owner() -> None:
        fcntl.fcntl(0, fcntl.F_SETOWN, parent)

    def prlimit() -> None:
        resource.prlimit(parent, resource.RLIMIT_NOFILE, resource.getrlimit(resource.RLIMIT_NOFILE))

    vector = struct.pack("<QQ", ctypes.addressof(ctypes.create_string_buffer(8)), 8)
    return {
        "kill parent": lambda: os.kill(parent, 0),
        "terminate parent": lambda: os.kill(parent, signal.SIGCONT),
        "kill group": lambda: os.kill(0, signal.SIGCONT),
        "killpg of parent": lambda: os.killpg(os.getpgid(parent), signal.SIGCONT),
        "kill all": lambda: os.kill(-1, 0),
        "tkill": lambda: raw(200, parent, 0),
        "tgkill": lambda: raw(234, parent, parent, 0),
        "sigqueue": lambda: library("sigqueue", parent, 0, None),
        "pidfd": lambda: os.pidfd_open(parent),
        "SIGIO to parent": by_descriptor_owner,
        "prlimit": prlimit,
        "affinity": lambda: os.sched_setaffinity(parent, os.sched_getaffinity(0)),
        "priority": lambda: os.setpriority(os.PRIO_PROCESS, parent, 19),
        "scheduler": lambda: os.sched_setscheduler(parent, os.SCHED_OTHER, os.sched_param(0)),
        "ioprio": lambda: raw(251, 1, parent, 0),
        "ptrace": lambda: library("ptrace", 16, parent, None, None),
        "ptrace me": lambda: library("ptrace", 0, 0, None, None),
        "process_vm_readv": lambda: library("process_vm_readv", parent, vector, 1, vector, 1, 0),
        "process_vm_writev": lambda: library("process_vm_writev", parent, vector, 0, vector, 0, 0),
        "process_madvise": lambda: raw(440, 0, vector, 1, 4, 0),
        "kcmp": lambda: raw(312, os.getpid(), parent, 1, 0, 0),
        "move_pages": lambda: raw(279, parent, 0, None, None, None, 0),
    }


def talking(ground: Ground) -> dict[str, Probe]:
    """Open a way to the network, to another process or into unlimited kernel memory."""
    families = {
        "TCP": (socket.AF_INET, socket.SOCK_STREAM), "UDP": (socket.AF_INET, socket.SOCK_DGRAM),
        "TCP 6": (socket.AF_INET6, socket.SOCK_STREAM), "unix": (socket.AF_UNIX, socket.SOCK_STREAM),
        "netlink": (socket.AF_NETLINK, socket.SOCK_RAW), "raw": (socket.AF_INET, socket.SOCK_RAW),
        "packet": (socket.AF_PACKET, socket.SOCK_RAW), "vsock": (socket.AF_VSOCK, socket.SOCK_STREAM),
    }  # fmt: skip
    sockets: dict[str, Probe] = {
        f"{name} socket": functools.partial(socket.socket, *kind) for name, kind in families.items()
    }
    return sockets | {
        "socket pair": socket.socketpair,
        "connect": lambda: socket.create_connection(("127.0.0.1", 9), timeout=1),
        "name look-up": lambda: _refused_as_error(lambda: socket.getaddrinfo("localhost", 80)),
        "sendmsg": lambda: raw(46, 0, bytes(56), 0),
        "pipe": os.pipe,
        "eventfd": lambda: os.eventfd(0),
        "epoll": lambda: raw(291, 0),
        "inotify": lambda: raw(294, 0),
        "fanotify": lambda: raw(300, 0, 0),
        "signalfd": lambda: raw(289, -1, bytes(8), 8, 0),
        "timerfd": lambda: raw(283, 1, 0),
        "shared memory": lambda: raw(29, 0, 4096, 0o1600),
        "semaphores": lambda: raw(64, 0, 1, 0o1600),
        "message queue": lambda: raw(68, 0, 0o1600),
        "POSIX message queue": lambda: raw(240, b"a", os.O_CREAT | os.O_RDWR, 0o600, None),
        "splice": lambda: raw(275, 0, None, 1, None, 1, 0),
        "terminal input": lambda: _terminal_input(),
    }


def _refused_as_error(look_up: Probe) -> None:
    """Look a name up; whatever the resolver says stands for the refusal that it met."""
    try:
        look_up()
    except socket.gaierror as error:
        raise PermissionError(1, str(error)) from error


def _terminal_input() -> None:
    fcntl.ioctl(0, termios.TIOCSTI, b"\n")


def changing_the_kernel(ground: Ground) -> dict[str, Probe]:
    """Undo a lock, gain a privilege, or use a part of the kernel that has broken before."""
    more = struct.pack("<QQ", 2**64 - 1, 2**64 - 1)
    capabilities = struct.pack("<Ii", 0x2008_0522, 0), struct.pack("<6I", *(6 * [0xFFFF_FFFF]))
    return {
        "setuid": lambda: os.setuid(0),
        "setresuid": lambda: os.setresuid(0, 0, 0),
        "setgroups": lambda: os.setgroups([0]),
        "capset": lambda: library("capset", *capabilities),
        "dumpable": lambda: library("prctl", 4, 1, 0, 0, 0),
        "death signal": lambda: library("prctl", 1, 0, 0, 0, 0),
        "setsid": lambda: raw(112),
        "another filter": lambda: raw(317, 1, 0, None),
        "personality": lambda: raw(135, 0x0040000),
        "more memory": lambda: library("setrlimit", resource.RLIMIT_AS, more),
        "larger files": lambda: raw(160, resource.RLIMIT_FSIZE, more),
        "unshare": lambda: library("unshare", 0x1000_0000),
        "unshare mounts": lambda: library("unshare", 0x0002_0000),
        "setns": lambda: raw(308, 0, 0),
        "mount": lambda: library("mount", b"none", os.fsencode(ground.folder), b"tmpfs", 0, None),
        "open_tree": lambda: raw(428, _AT_FDCWD, b"/", 0),
        "fsopen": lambda: raw(430, b"tmpfs", 0),
        "pivot_root": lambda: raw(155, b"/", b"/"),
        "bpf": lambda: raw(321, 0, bytes(128), 128),
        "io_uring": lambda: raw(425, 1, ctypes.create_string_buffer(120)),
        "userfaultfd": lambda: raw(323, 1),
        "perf_event_open": lambda: raw(298, bytes(128), 0, -1, -1, 0),
        "add_key": lambda: raw(248, b"user", b"a", b"b", 1, -3),
        "keyctl": lambda: raw(250, 0, -3, 0),
        "modify_ldt": lambda: raw(154, 0, ctypes.create_string_buffer(16), 16),
        "landlock": lambda: raw(444, None, 0, 1),
        "syslog": lambda: raw(103, 10, None, 0),
        "quotactl": lambda: raw(179, 0x80000100, None, 0, None),
        "init_module": lambda: raw(175, None, 0, b""),
        "call of next year": lambda: raw(600),
    }


FAMILIES = {
    "reading": reading,
    "writing": writing,
    "starting": starting,
    "reaching others": reaching_others,
    "talking": talking,
    "changing the kernel": changing_the_kernel,
}


def call_through(code: bytes) -> None:
    """Run machine code from a page of one's own."""
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    ctypes.CFUNCTYPE(ctypes.c_int)(address)()


# push rbx; mov eax, 20 (getpid of i386); int 0x80; pop rbx; ret
INT80_GETPID = b"\x53\xb8\x14\x00\x00\x00\xcd\x80\x5b\xc3"

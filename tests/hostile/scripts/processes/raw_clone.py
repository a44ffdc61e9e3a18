"""Start a process past Python and libc: clone, clone3, fork, vfork."""
# verdict: runtime_error
# told: refused

import ctypes
import platform

libc = ctypes.CDLL(None, use_errno=True)
numbers = {"x86_64": (56, 57, 58, 435), "aarch64": (220, 435)}[platform.machine()]
for number in numbers:
    result = libc.syscall(ctypes.c_long(number), 17, 0, 0, 0, 0)
    if result == 0:
        libc._exit(0)
    if result > 0:
        break
else:
    raise OSError("all refused")

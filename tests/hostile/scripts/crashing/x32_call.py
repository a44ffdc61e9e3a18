"""Call the kernel by its second ABI."""
# verdict: runtime_error
# told: SIGSYS|Operation not permitted

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
if libc.syscall(ctypes.c_long(0x40000000 | 39)) < 0:
    raise OSError(ctypes.get_errno(), "Operation not permitted")

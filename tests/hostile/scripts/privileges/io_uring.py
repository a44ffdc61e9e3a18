"""Open files by io_uring, past the filter of system calls."""
# verdict: runtime_error
# told: refused

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
if libc.syscall(ctypes.c_long(425), 1, ctypes.create_string_buffer(120)) < 0:
    raise OSError(ctypes.get_errno(), "refused")

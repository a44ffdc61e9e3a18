"""Attach to the server as a debugger."""
# verdict: runtime_error
# told: Operation not permitted

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(16, os.getppid(), None, None) < 0:
    raise OSError(ctypes.get_errno(), "Operation not permitted")

"""Take System V shared memory, which outlives the process."""
# verdict: runtime_error
# told: refused

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
if libc.shmget(0, 1 << 30, 0o1600) < 0:
    raise OSError(ctypes.get_errno(), "refused")

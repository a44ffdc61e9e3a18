"""Make a namespace in which one is root."""
# verdict: runtime_error
# told: refused

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x10000000) < 0:
    raise OSError(ctypes.get_errno(), "refused")

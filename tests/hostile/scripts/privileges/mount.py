"""Mount a file system over the course."""
# verdict: runtime_error
# told: refused

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
if libc.mount(b"none", b"@CANARY@", b"tmpfs", 0, None) < 0:
    raise OSError(ctypes.get_errno(), "refused")

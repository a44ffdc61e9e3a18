"""Switch the filter off and make oneself dumpable."""
# verdict: runtime_error
# told: refused

import ctypes

libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(22, 0, 0, 0, 0) < 0 and libc.prctl(4, 1, 0, 0, 0) < 0:
    raise OSError(ctypes.get_errno(), "refused")

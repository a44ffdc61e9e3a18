"""Take every capability."""
# verdict: runtime_error
# told: refused

import ctypes
import struct

libc = ctypes.CDLL(None, use_errno=True)
if libc.capset(struct.pack("<Ii", 0x20080522, 0), struct.pack("<6I", *[0xFFFFFFFF] * 6)) < 0:
    raise OSError(ctypes.get_errno(), "refused")

"""Write into the server's memory."""
# verdict: runtime_error
# told: Operation not permitted

import ctypes
import os
import struct

libc = ctypes.CDLL(None, use_errno=True)
vector = struct.pack("<QQ", id(libc), 8)
if libc.process_vm_writev(os.getppid(), vector, 1, vector, 1, 0) < 0:
    raise OSError(ctypes.get_errno(), "Operation not permitted")

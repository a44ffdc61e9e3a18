"""Read the judge's memory by process_vm_readv."""
# verdict: runtime_error
# told: Operation not permitted

import ctypes
import struct

libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(64)
local = struct.pack("<QQ", ctypes.addressof(buffer), 64)
remote = struct.pack("<QQ", id(libc), 64)
if libc.process_vm_readv(@JUDGE@, local, 1, remote, 1, 0) < 0:
    raise OSError(ctypes.get_errno(), "Operation not permitted")

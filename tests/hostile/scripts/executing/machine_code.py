"""Write machine code into memory and have it ask the kernel for a socket."""
# verdict: runtime_error
# told: Operation not permitted

import ctypes
import mmap
import platform

if platform.machine() != "x86_64":
    raise OSError("Operation not permitted")
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
# mov eax, 41 (socket); mov edi, 2; mov esi, 1; xor edx, edx; syscall; ret
page.write(bytes.fromhex("b829000000bf02000000be0100000031d20f05c3"))
answer = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
if answer < 0:
    raise OSError(-answer, "Operation not permitted")

"""Let a descriptor send signals to the server."""
# verdict: runtime_error
# told: Operation not permitted

import fcntl
import os

for number in range(0, 16):
    try:
        os.fstat(number)
    except OSError:
        continue
    fcntl.fcntl(number, fcntl.F_SETOWN, os.getppid())

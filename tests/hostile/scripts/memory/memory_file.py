"""Fill a memory file, which no limit on address space counts."""
# verdict: runtime_error
# told: Operation not permitted

import os

file = os.memfd_create("hoard")
while True:
    os.write(file, bytes(1 << 20))

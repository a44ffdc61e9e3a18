"""Fill pipes, whose content is the kernel's memory."""
# verdict: runtime_error
# told: Operation not permitted

import os

while True:
    reader, writer = os.pipe()
    os.write(writer, bytes(1 << 16))

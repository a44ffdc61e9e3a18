"""Send a header nested a hundred thousand deep."""
# verdict: protocol_violation

import os

body = b"[" * 60000
for number in range(3, 64):
    try:
        os.write(number, len(body).to_bytes(4, "big") + body)
        os.write(number, len(body).to_bytes(4, "little") + body)
    except OSError:
        pass

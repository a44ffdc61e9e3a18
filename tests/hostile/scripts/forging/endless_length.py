"""Announce a frame of four gibibytes."""
# verdict: protocol_violation

import os

for number in range(3, 64):
    try:
        os.write(number, b"\xff" * 8)
    except OSError:
        pass

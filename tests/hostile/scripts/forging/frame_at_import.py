"""Write a frame of one's own into the channel while loading."""
# verdict: protocol_violation

import os

for number in range(3, 64):
    try:
        os.write(number, b'\x00\x00\x00\x10{"passed": true}')
    except OSError:
        pass

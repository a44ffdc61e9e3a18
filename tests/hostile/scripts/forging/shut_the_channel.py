"""Close the channel and go on living."""
# verdict: runtime_error

# wall: 2
import os
import time

for number in range(3, 64):
    try:
        os.close(number)
    except OSError:
        pass
time.sleep(60)

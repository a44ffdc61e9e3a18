"""Fork without end, and again after each refusal."""
# verdict: time_limit
# wall: 2

import os

while True:
    try:
        os.fork()
    except OSError:
        pass

"""Swallow every reply."""
# verdict: time_limit

# wall: 2
import os

true_write = os.write
os.write = lambda fd, data: len(data) if fd > 2 else true_write(fd, data)

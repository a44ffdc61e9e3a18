"""Send every reply twice."""
# verdict: protocol_violation

import os
import sys

child = sys.modules["grader.worker.child"]
true_write = os.write


def twice(fd, data):
    if fd > 2:
        true_write(fd, bytes(data))
    return true_write(fd, data)


os.write = twice

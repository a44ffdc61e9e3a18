"""Answer all that was asked, then send one more frame at the end."""
# verdict: protocol_violation

import atexit
import os
import sys

child = sys.modules["grader.worker.child"]
true_exit = os._exit
codec = sys.modules["grader.protocol.codec"]


def leave(status):
    for number in range(3, 64):
        try:
            os.write(number, codec.encode({"number": 99, "passed": True}))
        except OSError:
            pass
    true_exit(status)


os._exit = leave

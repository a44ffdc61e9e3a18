"""Answer all that was asked, then send one more frame at the end."""
# verdict: protocol_violation

import os
import sys

true_close = os.close
codec = sys.modules["grader.protocol.codec"]


def close(fd):
    try:
        os.write(fd, codec.encode({"number": 99, "passed": True}))
    except OSError:
        pass
    true_close(fd)


os.close = close

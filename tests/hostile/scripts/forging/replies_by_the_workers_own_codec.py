"""Send a well-formed reply with `passed` and a score through the worker's own codec."""
# verdict: protocol_violation

import os
import sys

encode = sys.modules["grader.protocol.codec"].encode
for number in range(3, 64):
    try:
        os.write(number, encode({"number": 1, "passed": True, "score": 10.0, "verdict": "accepted"}))
    except OSError:
        pass

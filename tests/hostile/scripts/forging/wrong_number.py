"""Answer under the number of another request."""
# verdict: protocol_violation

import sys

child = sys.modules["grader.worker.child"]
codec = sys.modules["grader.protocol.codec"]
true_encode = child.encode
child.encode = lambda message: true_encode({**message, "number": message["number"] + 7})

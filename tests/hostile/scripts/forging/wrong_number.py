"""Answer under the number of another request."""
# verdict: protocol_violation

import sys

child = sys.modules["grader.worker.child"]
true_frame = child.reply_frame
child.reply_frame = lambda number, reply, allowance: true_frame(number + 7, reply, allowance)

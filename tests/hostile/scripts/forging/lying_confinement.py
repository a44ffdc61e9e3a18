"""Claim in every reply that the confinement was another one."""
# verdict: protocol_violation

import sys

child = sys.modules["grader.worker.child"]
replies = sys.modules["grader.protocol.replies"]
true_frame = child.reply_frame
child.reply_frame = lambda number, reply, allowance: true_frame(
    number, replies.Ready("none") if type(reply) is replies.Seen else reply, allowance
)

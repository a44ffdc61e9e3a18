"""Replace what makes the worker's frames by something that makes nonsense."""
# verdict: protocol_violation

import sys

for name, module in list(sys.modules.items()):
    if name.startswith("grader.") and hasattr(module, "reply_frame"):
        module.reply_frame = lambda number, reply, allowance: b"nonsense" * 100

"""Replace the codec of the worker by one that sends nonsense."""
# verdict: protocol_violation

import sys

for name, module in list(sys.modules.items()):
    if name.startswith("grader.") and hasattr(module, "encode"):
        module.encode = lambda message: b"nonsense" * 100

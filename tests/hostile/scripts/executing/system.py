"""Run a shell."""
# verdict: runtime_error
# told: shell refused

import os

if os.system("echo stolen > @CANARY@/shell") != 0:
    raise OSError("shell refused")

"""Slow the server down."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)

"""Bind the server to one processor."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.sched_setaffinity(os.getppid(), {0})

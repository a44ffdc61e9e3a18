"""Become a daemon that outlives the grading."""
# verdict: runtime_error
# told: Resource temporarily unavailable

import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)

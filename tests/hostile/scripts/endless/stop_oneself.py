"""Stop oneself, so that the judge waits."""
# verdict: time_limit
# wall: 2

import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)

"""Kill the server through a process descriptor."""
# verdict: runtime_error
# told: Operation not permitted

import os
import signal

signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 9)

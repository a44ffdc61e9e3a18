"""Kill oneself."""
# verdict: runtime_error,memory_limit

import os

os.kill(os.getpid(), 9)

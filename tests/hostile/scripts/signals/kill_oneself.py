"""Kill oneself."""
# verdict: memory_limit

import os

os.kill(os.getpid(), 9)

"""Fork."""
# verdict: runtime_error
# told: Resource temporarily unavailable

import os

if os.fork() == 0:
    os._exit(0)

"""Kill the server."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.kill(os.getppid(), 9)

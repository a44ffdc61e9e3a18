"""Kill the process group."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.killpg(0, 9)

"""Kill everything that may be killed."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.kill(-1, 9)

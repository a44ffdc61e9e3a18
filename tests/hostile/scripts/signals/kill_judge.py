"""Kill the judge."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.kill(@JUDGE@, 9)

"""Open the judge's descriptors."""
# verdict: runtime_error
# told: Permission denied

import os

print(os.listdir("/proc/@JUDGE@/fd"))

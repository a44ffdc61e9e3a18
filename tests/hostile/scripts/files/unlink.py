"""Delete a file."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.unlink("@CANARY@/secret.txt")

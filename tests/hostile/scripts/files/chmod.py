"""Change a file's rights."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.chmod("@CANARY@/secret.txt", 0)

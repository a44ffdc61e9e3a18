"""Change a file's times."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.utime("@CANARY@/secret.txt", (0, 0))

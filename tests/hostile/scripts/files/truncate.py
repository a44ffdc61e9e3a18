"""Empty a file without opening it."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.truncate("@CANARY@/secret.txt", 0)

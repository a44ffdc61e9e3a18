"""Rename a file."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.rename("@CANARY@/secret.txt", "@CANARY@/gone.txt")

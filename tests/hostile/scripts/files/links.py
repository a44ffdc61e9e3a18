"""Make a hard link and a symbolic link."""
# verdict: runtime_error
# told: Operation not permitted

import os

try:
    os.link("@CANARY@/secret.txt", "@CANARY@/hard")
except PermissionError:
    os.symlink("@CANARY@/secret.txt", "@CANARY@/soft")

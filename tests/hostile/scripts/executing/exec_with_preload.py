"""Become a program with a library put in front."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.execve("/bin/true", ["true"], {"LD_PRELOAD": "@CANARY@/secret.txt"})

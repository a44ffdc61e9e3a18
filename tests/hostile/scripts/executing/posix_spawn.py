"""Spawn a program."""
# verdict: runtime_error
# told: Resource temporarily|Operation not permitted

import os

os.posix_spawn("/bin/true", ["true"], {})
